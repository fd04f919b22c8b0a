"""The report of a finished race: standings, positions over the turns, decisive moments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parcours.bots.review import Judged, Review
from parcours.engine.match import Match
from parcours.engine.words import Say, said
from parcours.table.tables import Table

MOST_MOMENTS = 5


def report_of(table: Table, viewer: int, language: str, reviewed: Review | None = None) -> dict[str, Any]:
    """A finished race in figures. Where it was reviewed, the decisive moments are those that moved chances most."""
    course = table.match.setup.course
    scene = table.game.scene(table.match, -1)
    action_at = {index: number for number, index in enumerate(table.path)}
    majors = [line for line in table.book(viewer).lines if line.entry.weight == "major" and line.index in action_at]
    chosen = decisive([action_at[line.index] for line in majors], reviewed)
    return {
        "standings": _standings(table, language),
        "positions": _positions(table.match),
        "moments": [majors[number].plain(language) for number in chosen],
        "lines": [{"name": Say(line.name).to(language), "at": float(line.at)} for line in course.lines],
        "pieces": [
            {"id": p.id, "seat": p.seat, "label": p.label, "name": said(p.name, language)} for p in scene.pieces
        ],
    }


def decisive(moments: Sequence[int], reviewed: Review | None) -> list[int]:
    """Which of these moments, each told by its action, decided a race: at most five, in their order. Those between
    whose neighbouring looks anybody's chance to win moved most; without a review the last."""
    numbers = range(len(moments))
    if reviewed is None:
        return list(numbers)[-MOST_MOMENTS:]
    moved = [swing(moment, reviewed.choices) for moment in moments]
    return sorted(sorted(numbers, key=lambda number: -moved[number])[:MOST_MOMENTS])


def swing(moment: int, looks: Sequence[Judged]) -> float:
    """By how much somebody's chance to win moved over an action, from the last look at it or before to the next."""
    before = next((look for look in reversed(looks) if look.at <= moment), None)
    after = next((look for look in looks if look.at > moment), None)
    if before is None or after is None:
        return 0.0
    return max(abs(a - b) for a, b in zip(before.wins, after.wins, strict=True))


def _standings(table: Table, language: str) -> list[dict[str, Any]]:
    return [
        {
            "seat": row.seat, "name": said(table.who(row.seat), language), "colour": table.game.teams[row.seat].colour,
            "place": row.place, "points": row.points, "score": said(row.score, language),
            "details": {Say(name).to(language): points for name, points in row.details.items()},
        }
        for row in table.match.standings()
    ]  # fmt: skip


def _positions(match: Match) -> list[dict[str, Any]]:
    """How far each piece was at the start, at the end of each turn, and at the end."""
    told = []
    walk = match.at(0)
    for action in match.actions:
        turn, before = walk.turn, walk.races.copy()
        walk.replay(action)
        if walk.turn != turn and turn == 0:
            told.append(_turn(match, before[0], turn, walk))
        if walk.turn != turn and turn > 0:
            told.append(_turn(match, walk.races[0], turn, walk))
    told.append(_turn(match, walk.races[0], walk.turn, walk))
    return told


def _turn(match: Match, race: Any, turn: int, walk: Match) -> dict[str, Any]:
    pieces = match.game.scene(walk, -1).pieces
    unit = float(match.setup.course.unit)
    length = float(match.setup.course.finish) / unit
    riders = []
    for number, piece in enumerate(pieces):
        if "distance" in (race.dtype.names or ()) and number < len(race["distance"]):
            far = float(race["distance"][number]) / unit
        else:
            far = piece.progress * length
        riders.append({"id": piece.id, "distance": far})
    return {"turn": turn, "riders": riders}
