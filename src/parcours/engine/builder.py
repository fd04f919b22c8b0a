"""Building a course: pieces are laid one after the other and marked, and the game says what it thinks of the draft."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parcours.engine.course import Course
from parcours.engine.words import Say
from parcours.errors import BadOptionError


@dataclass(frozen=True)
class Mark:
    """Something that is put on a piece or on the line at its end: a token, a sprint, a feed zone."""

    id: str
    label: Say
    sign: str
    """One or two letters for it, the same in every language."""
    kind: str
    """A piece carries at most one mark of each kind: a second one replaces the first."""
    paint: str
    """The kind of line that gives the mark its colour: sprint, summit or other."""


@dataclass(frozen=True)
class Turn:
    """A way in which a part can be laid, and how that looks."""

    id: str
    label: Say
    picture: str = ""
    """Shapes in SVG, inside the builder's `frame`."""


@dataclass(frozen=True)
class Part:
    """A kind of piece that can be laid."""

    id: str
    label: Say
    chapter: Say
    """The heading under which the builder offers the part."""
    terrain: str
    """How boards paint it."""
    turns: tuple[Turn, ...]
    """The ways in which it can be laid, the usual one first."""
    stock: str = ""
    """Parts with the same stock are sides of one physical piece, which can be laid once. Empty: no limit."""
    sign: str = ""
    """What is printed on its stretch of the profile: the category of a climb."""


@dataclass(frozen=True)
class Switch:
    """A switch that applies to the whole draft."""

    name: str
    label: Say


@dataclass(frozen=True)
class Piece:
    """A part that has been laid: in which turn, and with which marks."""

    part: str
    turn: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Draft:
    """A course in the making."""

    name: str
    pieces: tuple[Piece, ...]
    switches: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True)
class DraftFault:
    """A fault of a draft: its code, the piece (from 1; 0: the whole draft), the clause, and words."""

    code: str
    piece: int
    clause: str
    words: Say
    warning: bool = False
    """Whether the draft is only unusual and can be ridden."""


@dataclass(frozen=True)
class Figure:
    """A number about a draft."""

    label: Say
    value: int


@dataclass(frozen=True)
class Spot:
    """Where a piece lies in a picture: its middle, and its outline as path data."""

    x: float
    y: float
    outline: str


@dataclass(frozen=True)
class Picture:
    """The draft as it lies on the table; a spot for each piece."""

    svg: str
    above: str
    """SVG of what lies on the pieces."""
    view: tuple[float, float, float, float]
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Survey:
    """Everything that a game says about a draft."""

    faults: tuple[DraftFault, ...]
    figures: tuple[Figure, ...]
    profile: tuple[tuple[float, float], ...]
    """Points (distance, height), both from 0 to 1: one before each piece, and one at the end."""
    picture: Picture | None = None
    spent: tuple[str, ...] = ()
    """Parts that are used up."""

    @property
    def broken(self) -> tuple[DraftFault, ...]:
        """The faults that keep the draft from being ridden."""
        return tuple(fault for fault in self.faults if not fault.warning)


class Builder(ABC):
    """How courses of a game are built."""

    about: Say
    piece: Say
    """What one piece is called."""
    most: int
    """The most pieces of a draft."""
    marks: tuple[Mark, ...]
    switches: tuple[Switch, ...] = ()
    frame: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    """The box around each part's picture; all 0 where parts have no pictures."""

    @property
    @abstractmethod
    def parts(self) -> tuple[Part, ...]:
        """Everything that can be laid, in the order in which it is offered."""

    @abstractmethod
    def survey(self, draft: Draft) -> Survey:
        """Every fault of a draft at once, its figures, its profile and its picture."""

    @abstractmethod
    def course_text(self, draft: Draft) -> str:
        """The course file of a draft that is not broken."""

    @abstractmethod
    def draft_of(self, course: Course) -> Draft | None:
        """A course as a draft that people can change; None if the course was not built from these parts."""

    def check_words(self, draft: Draft) -> None:
        """Refuse (`BadOptionError`) a draft that this game's builder could not have made."""
        if len(draft.pieces) > self.most:
            raise BadOptionError(f"pieces: at most {self.most} are allowed, not {len(draft.pieces)}")
        known = {part.id for part in self.parts}
        marks = {mark.id: mark.kind for mark in self.marks}
        for number, piece in enumerate(draft.pieces, 1):
            if piece.part not in known:
                raise BadOptionError(f"piece {number}: there is no part {piece.part!r}")
            for mark in piece.marks:
                if mark not in marks:
                    raise BadOptionError(f"piece {number}: there is no mark {mark!r} (marks: {', '.join(marks)})")
            kinds = [marks[mark] for mark in piece.marks]
            if twice := next((kind for kind in kinds if kinds.count(kind) > 1), None):
                raise BadOptionError(f"piece {number}: has two marks of the kind {twice!r}: keep one")
        for name in draft.switches:
            if name not in [switch.name for switch in self.switches]:
                raise BadOptionError(f"switches: there is no switch {name!r}")


def seed_of(pieces: Sequence[Piece]) -> int:
    """A seed for the landscape: the same pieces give the same seed."""
    from zlib import crc32

    return crc32(" ".join(piece.part + piece.turn for piece in pieces).encode()) % 100_000
