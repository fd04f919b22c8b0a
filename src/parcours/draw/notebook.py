"""Races and courses as a spectator sees them, in a terminal, in a notebook, in a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape
from io import StringIO

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from parcours.draw.board import Board, draw_board
from parcours.draw.palette import readable_on
from parcours.draw.playback import SPECTATOR, show_position
from parcours.draw.position import draw_pieces
from parcours.draw.terminal import Artist
from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.registry import find_game
from parcours.engine.scene import Scene
from parcours.engine.words import Say
from parcours.svg import CONDENSED, INK, PAPER, READABLE, num, width_of

WIDE = 100
ACROSS, CAPTION, MARGIN = 1600, 96, 28
"""The caption below a board, in units of its own: its width, its height, and the margin at both ends."""
LEAST_CHIP = 64.0
KEPT = 16
"""How many drawn boards are kept."""

View = tuple[float, float, float, float]


def text(race: Match) -> str:
    """Road, riders, points and the question, without colours."""
    console = _console()
    show_position(race, len(race.actions), console)
    return _written(console)


def course_text(course: Course) -> str:
    """The course's name, the road from start to finish, and what its lines are worth."""
    game = find_game(course.game)
    race = game.start(course=course)
    strip = game.scene(race, SPECTATOR).strip
    named = f"{Say(course.name)}: {game.name}"
    if not strip.marks:
        return printed(Group(named, "Every race lays its own road."))
    lines = Table(box=None, pad_edge=False)
    for title in ("Line", "After", "Points"):
        lines.add_column(title, justify="right" if title == "After" else "left")
    for line in course.lines:
        lines.add_row(str(Say(line.name)), f"{float(line.at):g}", ", ".join(map(str, line.scores)))
    return printed(Group(named, Artist(race.setup, WIDE, colour=False).course(strip), Text(), lines))


def printed(shown: RenderableType) -> str:
    """Anything that Rich can draw, as plain text."""
    console = _console()
    console.print(shown)
    return _written(console)


def _console() -> Console:
    return Console(file=StringIO(), width=WIDE, force_terminal=False, force_jupyter=False)


def _written(console: Console) -> str:
    return "\n".join(line.rstrip() for line in str(console.file.getvalue()).splitlines())  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------------ pictures


class _Same:
    """A course as a cache key: only the very same object is equal to it."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def __hash__(self) -> int:
        return id(self.course)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.course is other.course


@lru_cache(KEPT)
def _drawn(course: _Same, accent: str) -> Board:
    return draw_board(course.course, accent)


def board_of(race: Match) -> Board:
    """The board as it lies on the table now."""
    return _drawn(_Same(race.game.course_shown(race.races[0], race.setup.course)), race.game.accent)


def course_picture(course: Course) -> str:
    """The map of a course."""
    game = find_game(course.game)
    return _drawn(_Same(game.pictured(course)), game.accent).svg


def picture(race: Match) -> str:
    """The board, everybody on it, and the caption: the turn, the question, the teams' points."""
    board = board_of(race)
    scene = race.game.scene(race, SPECTATOR)
    return with_caption(board, riders(race.game, board, scene) + caption(race, scene, board), about(race, scene))


def about(race: Match, scene: Scene) -> str:
    """A picture in a few words, for people who can't see it."""
    return f"{race.game.name}, {race.setup.course.name}: {scene.strip.round}. {scene.prompt}"


def with_caption(board: Board, drawn: str, told: str) -> str:
    """A board with room for its caption, and what is drawn on both."""
    head, body = board.svg.split(">", 1)
    x, y, wide, high = board.view
    ground = (
        f'<rect x="{num(x)}" y="{num(y + high)}" width="{num(wide)}" height="{num(_below(board))}" fill="{PAPER}"/>'
    )
    plain, grown = (f'viewBox="{" ".join(map(num, view))}"' for view in (board.view, view_of(board)))
    title = f"<title>{escape(told)}</title>"
    return f"{head.replace(plain, grown)}>{title}{body.removesuffix('</svg>')}{ground}{drawn}</svg>"


def _below(board: Board) -> float:
    return CAPTION * board.view[2] / ACROSS


def view_of(board: Board) -> View:
    """The part of the plane that a board and its caption show."""
    x, y, wide, high = board.view
    return x, y, wide, high + _below(board)


def riders(game: Game, board: Board, scene: Scene) -> str:
    """Everybody on the board."""
    return draw_pieces(board.squares, scene.pieces, {seat: team.colour for seat, team in enumerate(game.teams)})


def caption(race: Match, scene: Scene, board: Board) -> str:
    """The turn, the distance to go, the question, and the teams with their points."""
    x, y, wide, high = board.view
    told = " · ".join(filter(None, (str(scene.strip.round), str(scene.strip.to_go))))
    parts = [
        _line(40, told, 28, CONDENSED, 'font-weight="700"'),
        _line(76, str(scene.prompt), 24, READABLE, 'font-style="italic"'),
        *_chips(race),
    ]
    place = f"translate({num(x)} {num(y + high)}) scale({wide / ACROSS:.4f})"
    return f'<g class="caption" transform="{place}">{"".join(parts)}</g>'


def _line(y: int, words: str, size: int, family: str, how: str) -> str:
    lettered = f'font-family="{family}" font-size="{size}" {how} fill="{INK}"'
    return f'<text x="{MARGIN}" y="{y}" {lettered}>{escape(words)}</text>'


def _chips(race: Match) -> Iterator[str]:
    """A plate in each team's colour, best first, with its letter and its points."""
    chips = []
    for standing in race.standings():
        team = race.game.teams[standing.seat]
        words = f"{team.letter} {standing.points}"
        chips.append((words, team.colour, max(LEAST_CHIP, width_of(words, 28) + 28)))
    x = ACROSS - MARGIN - sum(wide + 10 for _, _, wide in chips) + 10
    for words, colour, wide in chips:
        yield (
            f'<rect x="{num(x)}" y="25" width="{num(wide)}" height="46" rx="6" fill="{colour}" stroke="{INK}" '
            f'stroke-width="2"/><text x="{num(x + wide / 2)}" y="58" font-family="{CONDENSED}" font-size="28" '
            f'font-weight="700" text-anchor="middle" fill="{readable_on(colour)}">{escape(words)}</text>'
        )
        x += wide + 10
