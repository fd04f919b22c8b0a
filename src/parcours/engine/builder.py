"""Building a course: pieces laid one after the other, marks put on them, and what a game says of the draft."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from parcours.engine.course import Course
from parcours.engine.words import Say
from parcours.errors import BadOptionError


@dataclass(frozen=True)
class Mark:
    """Something that is put on a piece or on the line at its end: a token, a sprint, a feed station."""

    id: str
    label: Say
    sign: str
    """One or two letters for it, the same in every language."""
    kind: str
    """Of one kind a piece carries one at most: another takes its place."""
    paint: str
    """The line whose colour it has: sprint, summit or other."""


@dataclass(frozen=True)
class Turn:
    """A way in which a part can be laid, and how that looks."""

    id: str
    label: Say
    picture: str = ""
    """Shapes in SVG, inside the builder's `frame`."""


@dataclass(frozen=True)
class Part:
    """Something that can be laid."""

    id: str
    label: Say
    chapter: Say
    """Under which heading it is offered."""
    terrain: str
    """How boards paint it."""
    turns: tuple[Turn, ...]
    """The ways in which it can be laid, the usual one first."""
    stock: str = ""
    """Parts of one stock are sides of one thing, of which there is one. Empty: as many as one likes."""
    sign: str = ""
    """What is printed on its stretch of the profile: the category of a climb."""


@dataclass(frozen=True)
class Switch:
    """What may be set about a draft as a whole."""

    name: str
    label: Say


@dataclass(frozen=True)
class Piece:
    """A part that has been laid: which way, and what lies on it."""

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
    """Something wrong with a draft: its code, the piece (from 1; 0: the whole), the clause, and words."""

    code: str
    piece: int
    clause: str
    words: Say
    warning: bool = False
    """Unusual, but it can be ridden."""


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
    """What lies on the pieces."""
    view: tuple[float, float, float, float]
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Survey:
    """All that a game says of a draft."""

    faults: tuple[DraftFault, ...]
    figures: tuple[Figure, ...]
    profile: tuple[tuple[float, float], ...]
    """Along the course and height, both from 0 to 1: a point before each piece, and one at the end."""
    picture: Picture | None = None
    spent: tuple[str, ...] = ()
    """Parts that can't be laid any more."""

    @property
    def broken(self) -> tuple[DraftFault, ...]:
        """What keeps it from being ridden."""
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
    """The box around each part's picture; empty where parts have none."""

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
        """A course as a draft to go on from; None: it was not built in this way."""

    def check_words(self, draft: Draft) -> None:
        """Refuse (`BadOptionError`) what no builder of this game can have made."""
        if len(draft.pieces) > self.most:
            raise BadOptionError(f"pieces: {len(draft.pieces)} pieces; {self.most} are the most")
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
                raise BadOptionError(f"piece {number}: two marks of the kind {twice!r}")
        for name in draft.switches:
            if name not in [switch.name for switch in self.switches]:
                raise BadOptionError(f"switches: there is no switch {name!r}")


def seed_of(pieces: Sequence[Piece]) -> int:
    """A seed for the landscape that is the same whenever the same pieces are laid."""
    from zlib import crc32

    return crc32(" ".join(piece.part + piece.turn for piece in pieces).encode()) % 100_000
