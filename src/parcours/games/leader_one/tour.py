"""Leader 1, D: stage races. The general classification, who is out, and what the next stage starts with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.tablefile import shown
from parcours.engine.tour import Carried, Classification, Preset, Stage, StageResult, TableLine, TourRules
from parcours.engine.words import Say
from parcours.errors import BadOptionError
from parcours.games.leader_one.state import FIELD, HOME, JERSEYS, NOBODY, OUT, TYPES
from parcours.games.leader_one.texts import rider_words, seat_name

RING = 24
"""Squares of the classification track (L1-D1a)."""
WIN, BONUS = 2, 1
MOST_CARRIED = 15
"""The most energy that a rider takes into the next stage (L1-D3a)."""
LEADER_JERSEY = "#E5B321"


@dataclass
class Booked:
    """A rider in the general classification."""

    rider: int
    seat: int
    kind: int
    jersey: int
    number: int = 0
    after: list[int] = field(default_factory=list)
    stages: list[int | None] = field(default_factory=list)
    energy: int = 0
    """The energy at the end of the last stage that the rider rode (L1-D1d)."""
    place: int = FIELD + 1
    """The place in the last stage that the rider rode."""
    out: int = 0
    """The stage since which the rider is out; 0: still in."""

    @property
    def rank(self) -> tuple[int, int, int, int]:
        """For sorting, lowest first: riders still in, then riders who are out, the later they went out the better; then
        by number, energy, and the place in the last stage (L1-D1d, L1-D1g)."""
        return (-self.out if self.out else -FIELD * 1000, -self.number, -self.energy, self.place)


def stage_gain(line: StageResult, winner_turn: int | None) -> int:
    """How far a stage moves a rider on the track: 2 for the win, -1 for each turn behind the winner, 1 for each bonus
    (L1-D1b, L1-D1c, L1-D2b)."""
    gain = BONUS * int(line["bonuses"])
    if line["turn"] is not None and winner_turn is not None:
        gain += (WIN if line["place"] == 1 else 0) - (int(line["turn"]) - winner_turn)
    return gain


def booked(results: Sequence[StageResult]) -> list[Booked]:
    """Every rider after these stages."""
    told = [
        Booked(number, line["seat"], line["kind"], line["jersey"]) for number, line in enumerate(results[0]["riders"])
    ]
    for stage, result in enumerate(results, 1):
        lines = result["riders"]
        winner = next((line["turn"] for line in lines if line["place"] == 1), None)
        for rider, line in zip(told, lines, strict=True):
            if rider.out or not line["rode"]:
                rider.stages.append(None)
                continue
            gain = stage_gain(line, winner)
            rider.number += gain
            rider.stages.append(gain)
            rider.energy, rider.place = int(line["energy"]), int(line["place"])
            if line["turn"] is None:
                rider.out = stage  # not in within three turns of the bunch (L1-D1f)
        _catch_up(told, stage)
        for rider in told:
            rider.after.append(rider.number)
    return told


def _catch_up(told: list[Booked], stage: int) -> None:
    """A rider caught on the ring by the leader of the classification is out for good (L1-D1e)."""
    still = [rider for rider in told if not rider.out]
    if still:
        leader = min(still, key=lambda rider: rider.rank)
        for rider in still:
            if leader.number - rider.number >= RING:
                rider.out = stage


class LeaderOneTour(TourRules):
    """The general classification track (L1-D)."""

    presets = (
        Preset(
            "small_tour",
            Say("Short tour"),
            Say("Three stages: a first race, a sprinters' day and the queen stage."),
            (Stage("first_race"), Stage("sprinters_day"), Stage("queen_stage")),
        ),
        Preset(
            "big_tour",
            Say("Grand tour"),
            Say("Five stages, the hardest last."),
            (
                Stage("sprinters_day"),
                Stage("uphill_drag"),
                Stage("two_faced_pass"),
                Stage("the_long_day"),
                Stage("queen_stage"),
            ),
        ),
    )

    def result(self, race: Any, course: Course) -> StageResult:
        """Turn, place, energy and bonuses of every rider, and the bunch's turn."""
        each = int(race["each"])
        bonuses = [int(rider) for rider in race["bonus"] if rider != NOBODY]
        riders = [
            {
                "seat": rider // each,
                "kind": int(race["kind"][rider]),
                "jersey": int(race["jersey"][rider]),
                "rode": int(race["status"][rider]) != OUT,
                "turn": int(race["home_turn"][rider]) if int(race["status"][rider]) == HOME else None,
                "place": int(race["place"][rider]),
                "energy": int(race["energy"][rider]),
                "bonuses": bonuses.count(rider),
            }
            for rider in range(int(race["teams"]) * each)
        ]
        return {"riders": riders, "bunch_turn": int(race["bunch_turn"])}

    def carried(self, teams: int, stages: Sequence[Stage], results: Sequence[StageResult]) -> Carried:
        """What the next stage starts with: the same riders, less those who are out; at most 15 energy each; the token
        with the player whose rider leads the classification (L1-A3e, L1-D1a, L1-D3a)."""
        if not results:
            return {"stage": 1}
        told = booked(results)
        still = [rider for rider in told if not rider.out]
        riders = [
            {
                "kind": rider.kind,
                "jersey": rider.jersey,
                "energy": min(MOST_CARRIED, rider.energy),
                "number": rider.number,
                "out": bool(rider.out),
            }
            for rider in told
        ]
        token = min(still, key=lambda rider: rider.rank).seat if still else 0
        return {"stage": len(results) + 1, "riders": riders, "token": token}

    def over(self, teams: int, stages: Sequence[Stage], results: Sequence[StageResult]) -> bool:
        """The tour ends after the last stage, or when no rider is left (L1-D1g)."""
        return len(results) >= len(stages) or (len(results) > 0 and all(rider.out for rider in booked(results)))

    def classifications(self, teams: int, results: Sequence[StageResult]) -> tuple[Classification, ...]:
        """Players by their best rider, which decides the tour; and the riders (L1-D1g)."""
        told = sorted(booked(results), key=lambda rider: rider.rank)
        riders = tuple(self._line(told, rider) for rider in told)
        best = [next(line for line in riders if line.seat == seat) for seat in range(teams)]
        best.sort(key=riders.index)
        players = tuple(
            TableLine(
                line.seat,
                seat_name(line.seat),
                place,
                line.total,
                line.gap,
                line.after,
                line.stages,
                notes=(Say("best rider: {rider}", rider=line.name), *line.notes),
                out=line.out,
            )
            for place, line in enumerate(best, 1)
        )
        unit = Say("squares")
        return (
            Classification("players", Say("Players"), unit, "most", players),
            Classification("general", Say("General classification"), unit, "most", riders, LEADER_JERSEY, RING),
        )

    def _line(self, told: list[Booked], rider: Booked) -> TableLine:
        notes: tuple[Say, ...] = ()
        gap = told[0].number - rider.number
        if rider.out:
            notes = (Say("out since stage {stage}", stage=rider.out),)
        elif gap > 0:
            notes = (Say.number("{n} square from elimination", "{n} squares from elimination", RING - gap),)
        return TableLine(
            rider.seat,
            rider_words(rider.seat, rider.kind),
            1 + sum(_level(other, rider) < 0 for other in told),
            rider.number,
            gap,
            tuple(rider.after),
            tuple(rider.stages),
            rider.rider,
            notes,
            bool(rider.out),
        )


def _level(a: Booked, b: Booked) -> int:
    """-1: a comes before b; 0: they share a place."""
    return -1 if a.rank < b.rank else 0 if a.rank == b.rank else 1


def put_carried(race: np.void, teams: int, carried: Carried) -> None:
    """Write what a stage takes over from the previous one into a blank record. What does not fit is refused."""
    if not carried:
        return
    stage: Any = carried.get("stage")
    told, token = carried.get("riders"), carried.get("token", NOBODY)
    unknown = set(carried) - {"stage", "riders", "token"}
    if unknown:
        raise BadOptionError(f"leader_one: only stage, riders and token can be carried over, not {sorted(unknown)}")
    if not _whole(stage, 1, 127):
        raise BadOptionError(f"leader_one: the carried stage must be a number from 1 to 127, not {shown(stage)}")
    race["stage"] = stage
    if told is None:
        return
    number = teams * int(race["each"])
    if not isinstance(told, list) or len(told) != number or not all(map(_is_rider, told)):
        raise BadOptionError(
            f"leader_one: the carried riders must be {number} tables, each with kind, jersey, energy, number, out"
        )
    if not _whole(token, 0, teams - 1):
        raise BadOptionError(f"leader_one: the carried token must be a seat from 0 to {teams - 1}, not {shown(token)}")
    if all(rider["out"] for rider in told):
        raise BadOptionError("leader_one: no rider is left for this stage")
    race["chosen"], race["holder"] = 1, token
    for rider, line in enumerate(told):
        race["kind"][rider], race["jersey"][rider] = line["kind"], line["jersey"]
        race["extra"][rider], race["number"][rider] = line["energy"], line["number"]
        if line["out"]:
            race["status"][rider] = OUT


def _whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _is_rider(line: object) -> bool:
    return (
        isinstance(line, dict)
        and set(line) == {"kind", "jersey", "energy", "number", "out"}
        and _whole(line["kind"], 0, TYPES - 1)
        and _whole(line["jersey"], 0, JERSEYS - 1)
        and _whole(line["energy"], 0, MOST_CARRIED)
        and _whole(line["number"], -30_000, 30_000)
        and isinstance(line["out"], bool)
    )
