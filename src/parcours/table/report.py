"""The report of a finished race: standings, positions over the turns, decisive moments."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from parcours.bots.review import Review
from parcours.engine.match import Match
from parcours.engine.words import Say, said
from parcours.table.story import NumberedEntry
from parcours.table.tables import Table

MOST_MOMENTS = 5
RACERS = ("rider", "car")
"""The kinds of pieces that race. (Mechanics wait beside the road, and a bunch is where its riders are.)"""
LEAST_GAIN = 0.05
"""A moment that moves a chance to win by less than this is not named."""
SURE_LEAD, OPEN_LEAD = 0.01, 0.08
"""What counts as a big lead, as a share of the course: at the finish, and how much more than that at the start."""

Look = tuple[int, tuple[float, ...]]
"""A number of actions, and each seat's chance to win after them."""


def report_of(table: Table, viewer: int, language: str, reviewed: Review | None = None) -> dict[str, Any]:
    """A finished race in figures. Its decisive moments are those that moved the chances to win most: the chances that a
    review found or, without a review, chances estimated from the lead."""
    course = table.match.setup.course
    scene = table.game.scene(table.match, -1)
    action_at = {index: number for number, index in enumerate(table.path)}
    majors = [line for line in table.book(viewer).lines if line.entry.weight == "major" and line.index in action_at]
    turns = list(_turns(table.match))
    looks = _looks(table.match, turns, reviewed)
    chosen = decisive([action_at[line.index] for line in majors], looks)
    own = [line for line in table.book(viewer).lines if _is_own(table, line, viewer) and line.index in action_at]
    best, worst = own_turns([action_at[line.index] for line in own], looks, viewer)
    return {
        "standings": _standings(table, language),
        "positions": [turn.plain() for turn in turns],
        "moments": [majors[number].plain(language) for number in chosen],
        "best": None if best is None else own[best].plain(language),
        "worst": None if worst is None else own[worst].plain(language),
        "lines": [{"name": Say(line.name).to(language), "at": float(line.at)} for line in course.lines],
        "pieces": [
            {"id": p.id, "seat": p.seat, "label": p.label, "name": said(p.name, language)}
            for p in scene.pieces
            if p.kind in RACERS
        ],
    }


def decisive(moments: Sequence[int], looks: Sequence[Look]) -> list[int]:
    """Which moments decided a race: at most five, in their order. Each moment is given by its action. They are those
    over which somebody's chance to win moved most. If several lie between the same two looks, the first one stands for
    them, and the others rank below all such first ones."""
    moved = [swing(moment, looks) for moment in moments]
    between = [sum(at <= moment for at, _ in looks) for moment in moments]
    again = [between.index(interval) != number for number, interval in enumerate(between)]
    order = sorted(range(len(moments)), key=lambda number: (again[number], -moved[number]))
    return sorted(order[:MOST_MOMENTS])


def _is_own(table: Table, line: NumberedEntry, viewer: int) -> bool:
    """Whether a line tells what this viewer did."""
    return line.entry.seat == viewer >= 0 and line.entry.weight in ("move", "major") and line.back_to is None


def own_turns(moments: Sequence[int], looks: Sequence[Look], seat: int) -> tuple[int | None, int | None]:
    """Which of a seat's own moments raised its chance to win most, and which one lost most of it. Each moment is given
    by its action. None: no moment moved the chance by much."""
    gains = [gain(moment, looks, seat) for moment in moments]
    best = max(range(len(gains)), key=lambda number: (gains[number], -number), default=None)
    worst = min(range(len(gains)), key=lambda number: (gains[number], number), default=None)
    return (
        best if best is not None and gains[best] >= LEAST_GAIN else None,
        worst if worst is not None and gains[worst] <= -LEAST_GAIN else None,
    )


def gain(moment: int, looks: Sequence[Look], seat: int) -> float:
    """By how much a seat's chance to win rose over an action: from the last look up to it to the next look."""
    before, after = _around(moment, looks)
    return 0.0 if before is None or after is None else after[seat] - before[seat]


def _around(moment: int, looks: Sequence[Look]) -> tuple[tuple[float, ...] | None, tuple[float, ...] | None]:
    before = next((wins for at, wins in reversed(looks) if at <= moment), None)
    return before, next((wins for at, wins in looks if at > moment), None)


def swing(moment: int, looks: Sequence[Look]) -> float:
    """The most by which any seat's chance to win moved over an action: from the last look up to it to the next look."""
    before, after = _around(moment, looks)
    if before is None or after is None:
        return 0.0
    return max(abs(a - b) for a, b in zip(before, after, strict=True))


def _looks(match: Match, turns: Sequence[Turn], reviewed: Review | None) -> list[Look]:
    """Each seat's chance to win during the race: as the review found it or, without a review, estimated from the leads;
    and at the end the result."""
    if reviewed is not None:
        looks = [(choice.at, choice.wins) for choice in reviewed.choices]
    else:
        looks = [(turn.at, _ahead(match, turn)) for turn in turns[:-1]]
    first = [row.seat for row in match.standings() if row.place == 1]
    won = tuple((seat in first) / len(first) for seat in range(match.teams))
    return [*looks, (len(match.actions), won)]


def _ahead(match: Match, turn: Turn) -> tuple[float, ...]:
    """A rough chance to win for each seat, from its best piece's lead. A lead counts for more near the finish."""
    best = [0.0] * match.teams
    for piece in turn.pieces:
        if 0 <= piece.seat < match.teams:
            best[piece.seat] = max(best[piece.seat], piece.distance)
    length = float(match.setup.course.finish) / float(match.setup.course.unit)
    lead = max(best)
    worth = length * (SURE_LEAD + OPEN_LEAD * max(0.0, 1 - lead / length))
    shares = [math.exp((far - lead) / worth) for far in best]
    return tuple(share / sum(shares) for share in shares)


def _standings(table: Table, language: str) -> list[dict[str, Any]]:
    return [
        {
            "seat": row.seat, "name": said(table.who(row.seat), language), "colour": table.game.teams[row.seat].colour,
            "place": row.place, "points": row.points, "score": said(row.score, language),
            "details": {Say(name).to(language): points for name, points in row.details.items()},
        }
        for row in table.match.standings()
    ]  # fmt: skip


class PieceAt(NamedTuple):
    id: str
    seat: int
    distance: float
    """In squares from the start."""


class Turn(NamedTuple):
    """How far each piece was when a turn began, or at the end of the race."""

    at: int
    """The number of actions before it."""
    number: int
    pieces: list[PieceAt]

    def plain(self) -> dict[str, Any]:
        return {"turn": self.number, "riders": [{"id": piece.id, "distance": piece.distance} for piece in self.pieces]}


def _turns(match: Match) -> Iterator[Turn]:
    walk = match.at(0)
    for at, action in enumerate(match.actions):
        turn, before = walk.turn, walk.races.copy()
        walk.replay(action)
        if walk.turn != turn:
            yield _turn(match, before[0] if turn == 0 else walk.races[0], turn, walk, at + 1)
    yield _turn(match, walk.races[0], walk.turn, walk, len(match.actions))


def _turn(match: Match, race: Any, turn: int, walk: Match, at: int) -> Turn:
    unit = float(match.setup.course.unit)
    length = float(match.setup.course.finish) / unit
    pieces = []
    for number, piece in enumerate(match.game.scene(walk, -1).pieces):
        if piece.kind not in RACERS:
            continue
        if "distance" in (race.dtype.names or ()) and number < len(race["distance"]):
            far = float(race["distance"][number]) / unit
        else:
            far = piece.progress * length
        pieces.append(PieceAt(piece.id, piece.seat, far))
    return Turn(at, turn, pieces)
