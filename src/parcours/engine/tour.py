"""Stage races, as a game sees them: what a finished race counts for, what the next one starts with, and the tables.

A tour is a list of races of one game with the same seats. What a race passes on to later ones, and what it takes over
from earlier ones, are plain JSON values, so that a tour can be kept in a file or in a database.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from parcours.engine.course import Course
from parcours.engine.words import Say

if TYPE_CHECKING:
    from parcours.engine.options import OptionValue

Carried = Mapping[str, Any]
"""What a race takes over from earlier ones: JSON values by name. Empty: nothing, as for a race outside a tour."""
StageResult = Mapping[str, Any]
"""What a finished race counts for: JSON values by name, as the game's own `TourRules.result` writes them."""


@dataclass(frozen=True)
class Stage:
    """One race of a tour: where it is ridden, and which options differ from the tour's."""

    course: str
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    name: Say | None = None
    """None: the course's own name."""


@dataclass(frozen=True)
class Preset:
    """A tour that comes with a game."""

    id: str
    name: Say
    about: Say
    stages: tuple[Stage, ...]


@dataclass(frozen=True)
class TableLine:
    """A team or a rider in a classification."""

    seat: int
    name: Say
    place: int
    """From 1; lines that are level share a place."""
    total: int
    gap: int
    """The gap to the first."""
    after: tuple[int, ...]
    """The total after each stage ridden, which the chart draws as a line."""
    stages: tuple[int | None, ...]
    """What each stage gave; None: the stage was not ridden."""
    rider: int | None = None
    """The rider's number in the record; None: a team."""
    notes: tuple[Say, ...] = ()
    """What else players should know ("best rider 161", "out since stage 2")."""
    out: bool = False


CHAMPIONSHIP = "championship"
"""The id of the classification that adds up several tours (Rally: several rallies)."""


@dataclass(frozen=True)
class Classification:
    """A table of a tour, best first."""

    id: str
    title: Say
    unit: Say
    """What the totals count ("points", "squares", "seconds")."""
    best: Literal["most", "least"]
    lines: tuple[TableLine, ...]
    jersey: str = ""
    """The colour that its leader wears, as #RRGGBB."""
    ring: int = 0
    """If the totals are kept on a ring of squares: how many squares it has. A rider whom the leader laps on it is out.
    0: no ring."""


def ranked(best: Literal["most", "least"], lines: Sequence[tuple[TableLine, tuple[int, ...]]]) -> tuple[TableLine, ...]:
    """Rank the lines, best first. Each comes with its tie-breakers (lower is better) for lines with the same total.

    This works out places and gaps; lines that are level in everything share a place.

    >>> red, blue = (TableLine(seat, Say(name), 0, 12, 0, (12,), (12,)) for seat, name in enumerate(("Red", "Blue")))
    >>> [(str(line.name), line.place) for line in ranked("most", [(red, (2,)), (blue, (1,))])]
    [('Blue', 1), ('Red', 2)]
    """
    sign = -1 if best == "most" else 1
    keys = [(sign * line.total, *ties) for line, ties in lines]
    order = sorted(range(len(lines)), key=lambda n: (keys[n], lines[n][0].seat, lines[n][0].rider or 0))
    leader = lines[order[0]][0].total if order else 0
    return tuple(
        replace(lines[n][0], place=1 + sum(other < keys[n] for other in keys), gap=abs(lines[n][0].total - leader))
        for n in order
    )


class TourRules(ABC):
    """How a game's races add up to a tour. All are pure functions of what was ridden: no call remembers another."""

    presets: tuple[Preset, ...] = ()
    most_stages: int = 30
    options: Mapping[str, OptionValue] = MappingProxyType({})
    """Options that are set in every race of a tour, whatever else is chosen."""
    named: frozenset[str] = frozenset()
    """Options that the name of a stage already mentions."""

    @abstractmethod
    def result(self, race: Any, course: Course) -> StageResult:
        """What a finished race counts for in the tour."""

    def winners(self, result: StageResult) -> tuple[int, ...]:
        """The seats that share the win of a race; none if its result does not say."""
        return ()

    @abstractmethod
    def classifications(self, teams: int, results: Sequence[StageResult]) -> tuple[Classification, ...]:
        """All tables after the races ridden so far (there is at least one). The first decides the tour."""

    def carried(self, teams: int, stages: Sequence[Stage], results: Sequence[StageResult]) -> Carried:
        """What the next race, `stages[len(results)]`, starts with: the values for `Game.put_carried`."""
        return {}

    def stage_name(self, stages: Sequence[Stage], number: int, course: Course) -> Say:
        """The name of a stage (from 0) that was given none: that of its course."""
        return Say(str(course.name))

    def over(self, teams: int, stages: Sequence[Stage], results: Sequence[StageResult]) -> bool:
        """Whether nothing is left to ride."""
        return len(results) >= len(stages)
