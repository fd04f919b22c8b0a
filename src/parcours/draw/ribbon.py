"""The road as a ribbon of characters, from the yard before the start to the yard behind the finish."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from parcours.draw.palette import CREAM, GRASS, GRAVEL, INK, LINE_COLOURS, SAND
from parcours.engine.scene import Mark, Piece, Strip
from parcours.engine.words import Say

LANES = 4
"""How many riders fit side by side."""
START = Say("Start")
FINISH_WIDTH = 2
HEIGHTS = "▁▂▃▄▅▆▇█"

Glyph = tuple[str, Style]


class Ribbon:
    """A grid of characters: `LANES` rows, and one column for each stretch of road."""

    def __init__(self, width: int, pieces: int) -> None:
        yard = -(-pieces // LANES)
        self.width = width
        self.start = yard
        self.finish = width - yard - FINISH_WIDTH
        self.cells = [[self._ground(column) for column in range(width)] for _ in range(LANES)]
        self._column_of(self.start, "┃", CREAM)

    def _ground(self, column: int) -> Glyph:
        raced = self.start <= column < self.finish + FINISH_WIDTH
        return " ", Style(bgcolor=SAND if raced else GRAVEL)

    def _column_of(self, column: int, glyph: str, colour: str, ground: str = SAND) -> None:
        for lane in self.cells:
            lane[column] = glyph, Style(color=colour, bgcolor=ground, bold=True)

    def column(self, progress: float) -> int:
        """The column of a point between the start (0) and the finish (1)."""
        span = self.finish - self.start
        return self.start + min(max(1, int(progress * span)), span)

    def draw_line(self, mark: Mark) -> None:
        """A line across the road; the finish is chequered."""
        if mark.kind == "finish":
            self._column_of(self.finish, "▀", INK, CREAM)
            self._column_of(self.finish + 1, "▄", INK, CREAM)
        else:
            self._column_of(self.column(mark.at), "┃", LINE_COLOURS.get(mark.kind, INK))

    def places(self, pieces: Iterable[Piece]) -> dict[int, list[Piece]]:
        """For each column, its pieces in the given race order. Those that wait or have finished stand in the yards."""
        found: dict[int, list[Piece]] = {}
        waiting: list[Piece] = []
        finished: list[Piece] = []
        for piece in pieces:
            if piece.pose == "finished":
                finished.insert(0, piece)
            elif piece.progress <= 0:
                waiting.append(piece)
            else:
                found.setdefault(self.column(piece.progress), []).append(piece)
        for number, piece in enumerate(waiting):
            found.setdefault(self.start - 1 - number // LANES, []).append(piece)
        for number, piece in enumerate(finished):
            found.setdefault(self.finish + FINISH_WIDTH + number // LANES, []).append(piece)
        return found

    def put(self, column: int, glyphs: Sequence[Glyph]) -> None:
        """Put glyphs side by side in a column. A plus stands for those that do not fit."""
        shown = list(glyphs)
        if len(shown) > LANES:
            shown[LANES - 1 :] = [("+", Style(bold=True, color=INK, bgcolor=SAND))]
        first = (LANES - len(shown)) // 2
        for lane, glyph in enumerate(shown, first):
            self.cells[lane][column] = glyph

    def rows(self) -> list[Text]:
        """The ribbon, between its verges."""
        verge = Style(color=GRASS)
        lanes = [Text.assemble(*lane) for lane in self.cells]
        return [Text("▄" * self.width, verge), *lanes, Text("▀" * self.width, verge)]

    def labels(self, marks: Sequence[Mark]) -> Text:
        """The names of the lines, above them. A name without room is left out."""
        row = [" "] * self.width
        colours: list[tuple[int, int, str]] = []
        places = [(self.start - 2, str(START), "start")]
        places += [(self.column(mark.at), str(mark.name), mark.kind) for mark in marks]
        for centre, name, kind in sorted(places, key=lambda place: place[2] not in ("start", "finish")):
            begin = max(0, min(centre - len(name) // 2, self.width - len(name)))
            room = row[max(0, begin - 1) : begin + len(name) + 1]
            if len(name) < self.width and not "".join(room).strip():
                row[begin : begin + len(name)] = name
                colours.append((begin, begin + len(name), LINE_COLOURS.get(kind, "")))
        text = Text("".join(row))
        for begin, end, colour in colours:
            text.stylize(Style(bold=True, color=colour or None), begin, end)
        return text

    def profile(self, strip: Strip) -> list[Text]:
        """The hills above the road, if there are any."""
        if not any(height > 0 for _, height in strip.profile):
            return []
        row = [" "] * self.width
        for column in range(self.start, self.finish + 1):
            height = _height(strip.profile, (column - self.start) / (self.finish - self.start))
            row[column] = HEIGHTS[min(len(HEIGHTS) - 1, int(height * len(HEIGHTS)))]
        return [Text("".join(row), Style(color=GRASS))]


def _height(profile: Sequence[tuple[float, float]], at: float) -> float:
    """The height of a profile somewhere between its points."""
    for (x0, y0), (x1, y1) in pairwise(profile):
        if x0 <= at <= x1:
            return y0 + (y1 - y0) * ((at - x0) / (x1 - x0) if x1 > x0 else 1.0)
    return profile[-1][1]
