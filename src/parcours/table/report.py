"""The report of a finished race: standings, positions over the turns, decisive moments."""

from __future__ import annotations

from typing import Any

from parcours.engine.match import Match
from parcours.engine.words import Say, said
from parcours.table.tables import Table


def report_of(table: Table, viewer: int, language: str) -> dict[str, Any]:
    """A finished race in figures."""
    course = table.match.setup.course
    scene = table.game.scene(table.match, -1)
    majors = [line.plain(language) for line in table.book(viewer).lines if line.entry.weight == "major"]
    return {
        "standings": _standings(table, language),
        "positions": _positions(table.match),
        "moments": majors,
        "lines": [{"name": Say(line.name).to(language), "at": float(line.at)} for line in course.lines],
        "pieces": [
            {"id": p.id, "seat": p.seat, "label": p.label, "name": said(p.name, language)} for p in scene.pieces
        ],
    }


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
