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
    """The seat that it belongs to; -1: nobody's."""
    kind: PieceKind
    label: str
    """What is printed on it: a number, at most three characters."""
    name: Text
    square: int | None
    """The square of the course that it stands on; None: off the board."""
    slot: int = 0
    """Its place among the pieces on that square, from the inside."""
    of: int = 1
    """How many pieces stand on that square."""
    pose: Pose = "riding"
    role: str = ""
    """A word for its kind of rider, drawn as a mark ("climber", "sprinter", ...)."""
    badges: tuple[str, ...] = ()
    """Marks to notice at a glance: "due", "leader", "alone", "moved", "lapped"."""
    note: Text = ""
    progress: float = 0.0
    """How far along the race it is, from 0 to 1 (for the strip)."""
    carries: tuple[str, ...] = ()
    """If it is a bunch: the pieces that ride in it, from its front."""


@dataclass(frozen=True)
class Choice:
    """Something that the viewer can do now: a legal action, where it happens, what it costs, brings and risks."""

    action: int
    label: Text
    short: str = ""
    """A few characters for a square or a button ("7")."""
    lane: str = ""
    """The lane where it ends. Choices with lanes are laid out as on the road: a row per lane, a column per distance.
    They are listed lane by lane, the left-most first."""
    price: str = ""
    """What it costs, if that can be said in the few characters that fit on a tile ("3")."""
    key: str = ""
    """The key on the keyboard that picks it, if there is a natural one."""
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
    why: Text = ""
    """The argument for it, as a rider would put it: a hint that recommends it gives this as its reason."""
    clauses: tuple[str, ...] = ()
    weight: int = 0
    """At a chance node, how likely it is (in proportion)."""
    actions: tuple[int, ...] = ()
    """If one press answers several questions: all the actions, in order. Its `action` is then only its number."""
    other: bool = False
    """No cheaper and no safer than another way to the same square: folded away until somebody asks for it."""

    def __post_init__(self) -> None:
        if isinstance(self.label, Say):
            object.__setattr__(self, "label", self.label.as_command())


CellStyle = Literal["", "crossed", "blank", "hidden", "fresh", "due", "strong", "faint"]


@dataclass(frozen=True)
class Cell:
    """One box of a panel."""

    text: Text = ""
    style: CellStyle = ""
    spot: str = ""
    """The name by which choices and why-not questions refer to it."""
    help: Text = ""


@dataclass(frozen=True)
class Row:
    """One row of a panel."""

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
    """The seat that it belongs to: each seat sees its own panels first."""
    form: str = ""
    """How best to draw it if it is a real instrument: "gears" (a gear gate), "wheel" (sectors round an arrow; the
    cells' spots name what is in them), "matrix" (a table read by row and column), "roads" (road cards, one per row: the
    card, then its squares, whose spots name what lies on them)."""
    on_paper: bool = True
    """Whether it is part of the printed sheet; if not, it only helps during the race."""


@dataclass(frozen=True)
class Group:
    """Riders together on the road, as television shows them."""

    name: Text
    pieces: tuple[str, ...]
    at: float
    """Where it is, from 0 (start) to 1 (finish)."""
    gap: Text = ""
    """The gap to the head of the race."""


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
    """The question, and who is asked."""
    pieces: tuple[Piece, ...]
    choices: tuple[Choice, ...]
    panels: tuple[Panel, ...]
    strip: Strip
    links: tuple[tuple[int, int], ...] = ()
    """Pairs of squares (behind, ahead): riders on the first are in the slipstream of riders on the second."""
    board: str = ""
    """The key of the board that its squares are on; the table fills it in once the board is drawn."""
    stake: Text = ""
    """Why the question matters to this viewer, in one line."""
    shaded: tuple[int, ...] = ()
    """Squares that are tinted for this viewer, such as the reach of the viewer's own car."""


@dataclass(frozen=True)
class Refusal:
    """Why something can't be done: a value, with the clause it rests on."""

    words: Text
    clause: str


Importance = Literal["minor", "move", "major", "headline"]

Event = Literal["", "attack", "catch", "crash", "puncture", "off_road", "sprint", "summit", "finish", "out"]
"""The big moments of a race. The table gives each an effect and a sound. (The pieces also show who crashes, leaves the
road, finishes or retires.)"""


@dataclass(frozen=True)
class Chance:
    """What chance has brought, to be seen: dice with what they show, a card, the sector that a wheel points to."""

    kind: Literal["dice", "card", "wheel"]
    faces: tuple[Text, ...]


def two_dice(total: int) -> Chance:
    """Two dice of which only the sum matters."""
    return Chance("dice", (str(total // 2), str(total - total // 2)))


@dataclass(frozen=True)
class StoryEntry:
    """A line of the race's story, and the clauses it rests on."""

    words: Text
    clauses: tuple[str, ...] = ()
    seat: int = -1
    """The seat that did it."""
    weight: Importance = "move"
    """How much it matters: majors are the decisive moments, a headline sums up a turn."""
    opens: bool = False
    """Whether it opens a turn: it and all that follows stand under the heading of that turn."""
    event: Event = ""
    """The big moment that it is about."""
    piece: str = ""
    """The piece that the moment happens to."""
    chance: Chance | None = None


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
