"""A race in the terminal, drawn from the scene that every game gives: road, groups, points, story, podium."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parcours.draw.palette import GRAVEL, INK, OCHRE, readable_on
from parcours.draw.ribbon import Ribbon
from parcours.engine.match import Setup
from parcours.engine.scene import Cell, Panel, Piece, Scene, StoryEntry, Strip
from parcours.engine.scene import Group as Riders
from parcours.engine.standings import Standing, Standings
from parcours.engine.words import Say

NARROWEST, WIDEST = 60, 100
MOST_GROUPS = 5
"""Groups that have a line each; the groups behind them share the last line."""
STORY_WIDTH = 24
"""The least width of the story beside the tables."""
SIDE_PANELS = ("table", "dial", "dice")
"""The kinds of panel that stand beside the story. Sheets and hands are for their owners."""
STEPS = (4, 3, 2)
"""The heights of the podium's steps, first to third."""
STEP_WIDTH = 20
CELL_STYLES = {
    "crossed": "strike dim",
    "hidden": "dim",
    "faint": "dim",
    "strong": "bold",
    "due": "bold underline",
    "fresh": "italic",
}


class Artist:
    """Draws the scenes of one race. Without colour, letters tell the teams apart."""

    def __init__(self, setup: Setup, width: int = 80, colour: bool = True) -> None:
        self.setup, self.game, self.colour = setup, setup.game, colour
        self.width = max(NARROWEST, min(width, WIDEST))
        self._console = Console(width=self.width)

    def frame(
        self, scene: Scene, story: Sequence[StoryEntry] = (), story_lines: int = 8, steady: bool = False
    ) -> RenderableType:
        """The whole picture, as television would show it. With `steady`, its parts keep their places. If wide tables
        leave no room for the story beside them, they stand below it."""
        tables = [self.table(panel) for panel in scene.panels if panel.kind in SIDE_PANELS]
        wide = max((self._width_of(table) for table in tables), default=0)
        room = self.width - wide - 2
        upper = (*self._upper(scene), self.groups(scene, MOST_GROUPS + 1 if steady else 0), Text())
        if room < STORY_WIDTH:
            return Group(*upper, self.story(story, self.width, story_lines), Text(), *tables)
        lower = Table.grid(padding=(0, 2, 0, 0))
        lower.add_column(width=room)
        lower.add_row(self.story(story, room, story_lines), Group(*tables))
        return Group(*upper, lower)

    def compact(self, scene: Scene, story: Iterable[StoryEntry] = ()) -> RenderableType:
        """A frame for a printed log: the road, the groups, and what mattered."""
        decisive = [entry for entry in story if entry.weight == "major"]
        told = [self.story(decisive, self.width, 3 * len(decisive))] if decisive else []
        return Group(*self._upper(scene), self.groups(scene), *told, Text())

    def course(self, strip: Strip) -> RenderableType:
        """The road before anybody is on it."""
        return Group(*self._road(strip, self._ribbon(strip, 0)))

    def _ribbon(self, strip: Strip, pieces: int) -> Ribbon:
        road = Ribbon(self.width, pieces)
        for mark in strip.marks:
            road.draw_line(mark)
        return road

    def _upper(self, scene: Scene) -> list[RenderableType]:
        road = self._ribbon(scene.strip, len(scene.pieces))
        for column, pieces in road.places(_in_race_order(scene)).items():
            road.put(column, [(self._initial(piece), self._bib_style(piece)) for piece in pieces])
        return [self.header(scene.strip), *self._road(scene.strip, road)]

    def _road(self, strip: Strip, road: Ribbon) -> list[RenderableType]:
        return [road.labels(strip.marks), *road.profile(strip), *road.rows()]

    def _width_of(self, table: Table) -> int:
        return Measurement.get(self._console, self._console.options, table).maximum

    # -------------------------------------------------------------------------------------- header and groups

    def header(self, strip: Strip) -> Text:
        """The name of the race, the turn, and the distance to go."""
        left = Text.assemble(
            (f" {str(self.game.name).upper()} ", Style(bold=True, color=INK, bgcolor=self.game.accent)),
            (f"  {self.setup.course.name}", Style(color=OCHRE)),
        )
        right = Text.assemble((str(strip.round), "bold"), ("  ·  ", "dim"), str(strip.to_go))
        left.pad_right(max(2, self.width - left.cell_len - right.cell_len))
        return left.append_text(right)

    def groups(self, scene: Scene, lines: int = 0) -> Table:
        """The groups on the road with their gaps, front to back, in at least this many lines."""
        table = Table.grid(padding=(0, 1))
        table.add_column(width=17, no_wrap=True)
        table.add_column(width=4, justify="right", no_wrap=True)
        table.add_column(width=self.width - 25)
        pieces = {piece.id: piece for piece in scene.pieces}
        for number, group in enumerate(_at_most(scene.strip.groups, MOST_GROUPS)):
            name = Text(str(group.name), Style(bold=True, color=OCHRE if number == 0 else None))
            table.add_row(name, Text(str(group.gap), "dim"), self.bibs(pieces[id_] for id_ in group.pieces))
        out = [piece for piece in scene.pieces if piece.pose == "retired"]
        if out:
            table.add_row(Text(str(Say("Retired")), "dim"), "", self.bibs(out))
        for _ in range(lines - table.row_count):
            table.add_row("", "", "")
        return table

    def bibs(self, pieces: Iterable[Piece]) -> Text:
        """Bibs in a row; bibs on the same square touch."""
        row = Text()
        for _, together in groupby(pieces, key=lambda piece: piece.id if piece.square is None else piece.square):
            for piece in together:
                row.append(f"{self._letter(piece.seat)}{piece.label}", self._bib_style(piece))
            row.append(" ")
        row.rstrip()
        return row

    def _initial(self, piece: Piece) -> str:
        """A piece in one character: its number, or the team's letter if the number is longer or there is no colour."""
        return piece.label if self.colour and len(piece.label) == 1 else self._letter(piece.seat)

    def _letter(self, seat: int) -> str:
        return self.game.teams[seat].letter if seat >= 0 else "•"

    def _colour_of(self, seat: int) -> str:
        return self.game.teams[seat].colour if seat >= 0 else GRAVEL

    def _bib_style(self, piece: Piece) -> Style:
        ground = self._colour_of(piece.seat)
        due = "due" in piece.badges or None
        out = piece.pose == "retired" or None
        return Style(bold=not out, color=readable_on(ground), bgcolor=ground, underline=due, dim=out)

    # --------------------------------------------------------------------------------------- story and tables

    def story(self, entries: Sequence[StoryEntry], width: int, lines: int) -> Text:
        """The last entries of the story that fit into this many lines, the newest at the bottom."""
        told: list[Text] = []
        for entry in reversed(entries):
            wrapped = list(self._entry_lines(entry, width))
            if len(told) + len(wrapped) > lines:
                break
            told[:0] = wrapped
        return Text("\n").join(told)

    def _entry_lines(self, entry: StoryEntry, width: int) -> Iterator[Text]:
        style = {"minor": "dim", "major": "bold"}.get(entry.weight, "")
        lead = Text("▌ " if entry.seat >= 0 else "· ", Style(color=self._colour_of(entry.seat)))
        for line in Text(str(entry.words), style).wrap(self._console, width - 2):
            yield Text.assemble(lead, line)
            lead = Text("  ")

    def table(self, panel: Panel) -> Table:
        """A panel with rows and columns."""
        table = Table(box=None, pad_edge=False, padding=(0, 0, 0, 1), header_style=Style(color=OCHRE))
        title = Text(str(panel.title), Style(bold=True, color=OCHRE))
        table.add_column(title, no_wrap=True)
        for column in panel.columns:
            table.add_column("\n".join(str(column).split()), justify="right")
        for row in panel.rows:
            swatch = ("▌", Style(color=self._colour_of(row.seat))) if row.seat >= 0 else ""
            label = Text.assemble(swatch, (str(row.label), "bold" if row.active else ""))
            table.add_row(label, *map(_cell, row.cells))
        return table

    # ------------------------------------------------------------------------------------------------- podium

    def podium(self, standings: Standings) -> RenderableType:
        """The first three on their steps, and everybody else below."""
        order = [(standings[rank], height) for rank, height in enumerate(STEPS) if rank < len(standings)]
        order[:2] = reversed(order[:2])
        rows: list[Text] = []
        for level in range(STEPS[0] + 2, 0, -1):
            row = Text("  ").join(self._step(standing, height, level) for standing, height in order)
            row.pad_left((self.width - row.cell_len) // 2)
            rows.append(row)
        rest = [f"{row.place}. {row.name} {self._who(row.seat)} {row.points}" for row in standings[len(STEPS) :]]
        return Group(*rows, Text("  ·  ".join(rest).center(self.width).rstrip(), "dim"))

    def _step(self, standing: Standing, height: int, level: int) -> Text:
        """One line of a step: air, who stands on it, or the step itself."""
        colour = self._colour_of(standing.seat)
        block = Style(bold=True, color=readable_on(colour), bgcolor=colour)
        faces = {height + 2: str(standing.name), height + 1: self._who(standing.seat)}
        faces |= {height: str(standing.place), height - 1: str(standing.score)}
        style = block if level <= height else Style(bold=True, color=colour) if level == height + 2 else Style(dim=True)
        fill = "░" if level <= height and not self.colour else " "
        return Text(faces.get(level, "").center(STEP_WIDTH, fill), style)

    def _who(self, seat: int) -> str:
        seats = self.setup.seats
        return seats[seat][:STEP_WIDTH] if seat < len(seats) else ""


def _in_race_order(scene: Scene) -> list[Piece]:
    """The pieces on the road, front to back."""
    order = [id_ for group in scene.strip.groups for id_ in group.pieces]
    pieces = {piece.id: piece for piece in scene.pieces if piece.pose != "retired"}
    return [pieces.pop(id_) for id_ in order if id_ in pieces] + list(pieces.values())


def _at_most(groups: Sequence[Riders], count: int) -> list[Riders]:
    """The first groups. If there are too many, the last ones are joined into one."""
    if len(groups) <= count:
        return list(groups)
    behind = groups[count - 1 :]
    pieces = tuple(id_ for group in behind for id_ in group.pieces)
    return [*groups[: count - 1], Riders(Say("Behind"), pieces, behind[0].at, behind[0].gap)]


def _cell(cell: Cell) -> Text:
    return Text(str(cell.text), CELL_STYLES.get(cell.style, ""))
