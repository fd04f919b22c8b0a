"""Rally: the score sheet of a stage, worked out from the record alone (RA-P1 to RA-P4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parcours.games.rally.rules.points import DESTROYED
from parcours.games.rally.state import LEFT, OUT, OVER_PHASE


@dataclass(frozen=True)
class CarLine:
    """A car's line: starting position, the turn in which it finished (0: not yet), turns behind the first, score A."""

    car: int
    start: int
    left_turn: int
    behind: int | None
    score: int | None
    """None while the car is on the road, and for a destroyed one until the stage is over."""
    destroyed: bool


def score_sheet(race: Any) -> tuple[CarLine, ...]:
    """The sheet as it stands now, by seat. A car that has finished has its final score; destroyed cars get theirs at
    the end of the stage."""
    cars = range(int(race["teams"]))
    turns = [int(race["left_turn"][car]) for car in cars]
    first = min((turn for turn in turns if turn), default=0)
    scores = [turns[c] - first - int(race["start"][c]) if turns[c] else None for c in cars]
    over = int(race["phase"]) == OVER_PHASE
    last = max((score for score in scores if score is not None), default=None)
    lines = []
    for car in cars:
        destroyed = int(race["status"][car]) == OUT
        score = scores[car]
        if destroyed and over:
            score = 0 if last is None else last + DESTROYED
        behind = turns[car] - first if int(race["status"][car]) == LEFT else None
        lines.append(CarLine(car, int(race["start"][car]), turns[car], behind, score, destroyed))
    return tuple(lines)


def score_parts(race: Any, car: int) -> dict[str, int]:
    """What makes up a car's score A: turns behind and starting position; for a destroyed car, the score it is given."""
    line = score_sheet(race)[car]
    if line.score is None:
        return {"behind": 0, "start": 0}
    if line.destroyed:
        return {"destroyed": line.score}
    return {"behind": line.behind or 0, "start": -line.start}
