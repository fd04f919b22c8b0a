"""What the table shows: pieces, panels and choices, the same few kinds for every game.

A scene is made for one viewer, from that viewer's view: it holds nothing that the viewer may not know. Texts are
`Say`s until `plain` puts the scene into a language, as dictionaries and lists ready for JSON.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from parcours.engine.words import Say

Text = Say | str

PieceKind = Literal["rider", "car", "bunch", "token", "mechanic"]
Pose = Literal["riding", "finished", "retired", "down", "off_road", "waiting"]


@dataclass(frozen=True)
class Piece:
    """Something that stands on the board."""

    id: str
    seat: int
    """Whose it is; -1 is nobody's."""
    kind: PieceKind
    label: str
    """What is printed on it: a number, at most three characters."""
    name: Text
    square: int | None
    """The square of the course that it stands on; None: off the board."""
    slot: int = 0
    """Its place among those on one square, from the inside."""
    of: int = 1
    """How many stand on that square."""
    pose: Pose = "riding"
    role: str = ""
    """A word for its kind of rider, drawn as a mark ("climber", "sprinter", ...)."""
    badges: tuple[str, ...] = ()
    """What is seen at once: "due", "leader", "alone", "moved", "lapped"."""
    note: Text = ""
    progress: float = 0.0
    """How far along the race it is, from 0 to 1 (for the strip)."""
    carries: tuple[str, ...] = ()
    """The pieces that ride in it, from its front, if it is a bunch."""


@dataclass(frozen=True)
class Choice:
    """Something that the viewer can do now: a legal action, where it happens, what it costs, brings and risks."""

    action: int
    label: Text
    short: str = ""
    """A few characters for a square or a button ("7")."""
    lane: str = ""
    """The lane where it ends: choices with lanes are laid out as on the road, the furthest on top."""
    key: str = ""
    """The key that picks it, where one is natural."""
    piece: str = ""
    """The piece that it moves."""
    path: tuple[int, ...] = ()
    """The squares that it touches, in order; the last is where it ends."""
    spot: str = ""
    """The place on a panel where it happens: a box, a card."""
    cost: Text = ""
    risk: Text = ""
    gain: Text = ""
    details: tuple[Text, ...] = ()
    clauses: tuple[str, ...] = ()
    weight: int = 0
    """At a chance node, how likely it is (in proportion)."""


CellStyle = Literal["", "crossed", "blank", "hidden", "fresh", "due", "strong", "faint"]


@dataclass(frozen=True)
class Cell:
    """One box of a panel."""

    text: Text = ""
    style: CellStyle = ""
    spot: str = ""
    """Its name, by which choices and why-not questions speak of it."""
    help: Text = ""


@dataclass(frozen=True)
class Row:
    label: Text
    cells: tuple[Cell, ...]
    seat: int = -1
    """The team whose colour marks the row."""
    piece: str = ""
    active: bool = False


PanelKind = Literal["sheet", "table", "hand", "dice", "dial"]


@dataclass(frozen=True)
class Panel:
    """Something beside the board: a sheet of boxes, a table, a hand of cards, dice, a dial (weather, gears)."""

    id: str
    kind: PanelKind
    title: Text
    columns: tuple[Text, ...] = ()
    rows: tuple[Row, ...] = ()
    note: Text = ""
    owner: int = -1
    """The seat that it belongs to: its own is shown first."""
    form: str = ""
    """How it is best drawn, where it is a real instrument: "gears" (a gear gate), "wheel" (sectors round an arrow; the
    cells' spots name what is in them), "matrix" (a table read by row and column), "roads" (cards of road, each row one:
    the card, then its squares, whose spots name what lies on them)."""
    on_paper: bool = True
    """Whether it is part of the printed sheet; else it only helps while riding."""


@dataclass(frozen=True)
class Group:
    """Riders together on the road, as television shows them."""

    name: Text
    pieces: tuple[str, ...]
    at: float
    """Where, from 0 (start) to 1 (finish)."""
    gap: Text = ""
    """To the head of the race."""


@dataclass(frozen=True)
class Mark:
    """A line on the strip."""

    name: Text
    at: float
    kind: str


@dataclass(frozen=True)
class Strip:
    """The caption above the board: the profile, the lines, the groups and the gaps."""

    round: Text
    to_go: Text
    profile: tuple[tuple[float, float], ...]
    """Points of the elevation profile: along the race, height, both from 0 to 1."""
    marks: tuple[Mark, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True)
class Scene:
    """All that one viewer sees now."""

    game: str
    seat: int
    actor: int
    over: bool
    turn: int
    prompt: Text
    """What is asked, and of whom."""
    pieces: tuple[Piece, ...]
    choices: tuple[Choice, ...]
    panels: tuple[Panel, ...]
    strip: Strip
    links: tuple[tuple[int, int], ...] = ()
    """Squares whose riders sit in the slipstream of those on another: (behind, ahead)."""
    board: str = ""
    """Which board its squares are on: the table fills in the key of what the game has drawn."""
    shaded: tuple[int, ...] = ()
    """Squares that are tinted for this viewer: the reach of something of its own."""


@dataclass(frozen=True)
class Refusal:
    """Why something can't be done: a value, with the clause it rests on."""

    words: Text
    clause: str


@dataclass(frozen=True)
class Entry:
    """A line of the race's story, and the clauses it rests on."""

    words: Text
    clauses: tuple[str, ...] = ()
    seat: int = -1
    """Whose deed it is."""
    weight: Literal["minor", "move", "major"] = "move"
    """How much it matters: majors are the decisive moments."""
    opens: bool = False
    """It opens a turn: it stands under the heading of that turn, with all that follows."""


def plain(value: Any, language: str) -> Any:
    """A scene, or any part of one, as dictionaries, lists and texts in a language."""
    if isinstance(value, Say):
        return value.to(language)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name), language) for field in fields(value)}
    if isinstance(value, list | tuple):
        return [plain(item, language) for item in value]
    if isinstance(value, dict):
        return {key: plain(item, language) for key, item in value.items()}
    return value
