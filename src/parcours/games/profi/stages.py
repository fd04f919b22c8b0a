"""Profi: stage races: the result of a race, what it carries over to the next, and the classifications (PR-Q6, PR-P)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.documents import clipped, whole_number
from parcours.engine.tablefile import shown
from parcours.engine.tour import Carried, Classification, Preset, Stage, StageResult, TableLine, TourRules
from parcours.engine.words import Say
from parcours.errors import BadOptionError
from parcours.games.profi.state import (
    CAPTAIN,
    GREEN_JERSEY,
    MOST_RIDERS,
    MOUNTAIN_JERSEY,
    ROULEUR,
    SECOND_ROULEUR,
    UP,
    YELLOW,
)
from parcours.games.profi.texts import role_rider_name, team_name

JERSEYS = {"yellow": YELLOW, "green": GREEN_JERSEY, "mountain": MOUNTAIN_JERSEY}
JERSEY_CHIPS = {"yellow": 2, "green": 1, "mountain": 1}
"""Chips that a jersey brings (PR-P5)."""
PRIZE = 2
"""Chips for the most combative rider (PR-P6)."""
MOST_RESERVE = 4
"""The most chips that a team keeps from one race to the next (PR-E5)."""
SMALL = 5
"""With this many teams or more, not all types ride, and each player picks some (PR-S2, PR-S4)."""
_KNOWN = {"out", "fewer", "chips", "jerseys", "reserve", "rainbow"}


def rider_key(team: int, role: int) -> str:
    """A rider's key, the same in all stages: team and role, such as `0.3`."""
    return f"{team}.{role}"


def read_key(key: object, teams: int) -> tuple[int, int]:
    """The team and the role in a rider's key."""
    team, role = (whole_number(word, 0) for word in str(key).partition(".")[::2])
    if team is not None and role is not None and team < teams and role < MOST_RIDERS:
        return team, role
    raise BadOptionError(f"profi: {clipped(str(key))} is not a rider of {teams} teams: use TEAM.ROLE, such as 0.3")


def put_carried(race: np.void, teams: int, carried: Carried) -> None:
    """Write what a stage race carries over into a blank record."""
    unknown = set(carried) - _KNOWN
    if unknown:
        raise BadOptionError(f"profi: only {', '.join(sorted(_KNOWN))} can be carried over, not {sorted(unknown)}")
    for key in _list(carried, "out"):
        team, role = read_key(key, max(teams, int(race["sides"])))
        race["banned"][team] |= np.uint8(1 << role)
    for team, riders in enumerate(_list(carried, "fewer")[:teams]):
        race["fewer"][team] = _whole(riders, int(race["squad"]) - 1, "riders")
    for key, chips in _table(carried, "chips").items():
        team, role = read_key(key, teams)
        race["gift"][team][role] = _whole(chips, 9)
    for key, jersey in _table(carried, "jerseys").items():
        team, role = read_key(key, teams)
        if jersey not in JERSEYS:
            raise BadOptionError(f"profi: there is no jersey {shown(jersey)} (jerseys: {', '.join(JERSEYS)})")
        race["worn"][team][role] = JERSEYS[jersey]
    for team, chips in enumerate(_list(carried, "reserve")[:teams]):
        race["reserve"][team] = _whole(chips, 99)


def _list(carried: Carried, name: str) -> list[Any]:
    value = carried.get(name, [])
    if not isinstance(value, list):
        raise BadOptionError(f"profi: {name} must be a list, not {shown(value)}")
    return value


def _table(carried: Carried, name: str) -> Mapping[str, Any]:
    value = carried.get(name, {})
    if not isinstance(value, Mapping):
        raise BadOptionError(f"profi: {name} must be a table, not {shown(value)}")
    return value


def _whole(value: object, most: int, of: str = "chips") -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise BadOptionError(f"profi: the number of {of} must be a whole number from 0 to {most}, not {shown(value)}")
    return value


# ------------------------------------------------------------------------------------------------ the result of a race


def race_result(race: Any) -> StageResult:
    """Each rider's place, gap, bonus and points; who was disqualified; and the chips left over."""
    squad, teams = int(race["squad"]), int(race["teams"])
    riders = {}
    for rider in range(int(race["sides"]) * squad):
        if int(race["status"][rider]) < UP:
            continue
        riders[rider_key(rider // squad, int(race["role"][rider]))] = {
            "place": int(race["place"][rider]),
            "gap": int(race["gap"][rider]),
            "bonus": int(race["bonus_seconds"][rider]),
            "green": int(race["green"][rider]),
            "mountain": int(race["mountain"][rider]),
            "combative": int(race["combative"][rider]) if race["combative_rule"] else 0,
            "struck": bool(int(race["struck"]) >> rider & 1),
        }
    left = [min(MOST_RESERVE, int(race["chips"][team * squad : (team + 1) * squad].sum())) for team in range(teams)]
    return {"teams": teams, "riders": riders, "chips": left}


def classified(result: StageResult) -> dict[str, Mapping[str, Any]]:
    """The riders that were not disqualified."""
    return {key: line for key, line in result["riders"].items() if not line["struck"]}


def out_of_time(result: StageResult) -> set[str]:
    """Riders outside the time limit: more than twice the mean gap of all classified riders behind (PR-Q6).

    >>> lines = {f"0.{i}": {"gap": gap, "struck": False} for i, gap in enumerate((0, 0, 0, 10, 40))}
    >>> out_of_time({"riders": lines})
    {'0.4'}
    """
    lines = classified(result)
    mean = sum(line["gap"] for line in lines.values()) / max(len(lines), 1)
    return {key for key, line in lines.items() if line["gap"] > 2 * mean}


def world_cup_points(result: StageResult) -> dict[str, int]:
    """The winner scores a point for each rider that started, each later place one less, the disqualified 0 (PR-P1)."""
    started = len(result["riders"])
    return {key: started + 1 - line["place"] if line["place"] else 0 for key, line in result["riders"].items()}


def most_combative(result: StageResult) -> str | None:
    """The most combative rider of the stage; on a tie, the better placed (PR-P6)."""
    lines = {key: line for key, line in classified(result).items() if line["combative"] > 0}
    return min(lines, key=lambda key: (-lines[key]["combative"], lines[key]["place"])) if lines else None


# --------------------------------------------------------------------------------------------------- stage races


def out_after(results: Sequence[StageResult]) -> dict[str, int]:
    """Riders that are out of the tour, and since which stage: those outside the time limit, and those of a disqualified
    type. For a rouleur in a team of five, that means both rouleurs (PR-U4, PR-Q6, PR-S3)."""
    out: dict[str, int] = {}
    for number, result in enumerate(results, 1):
        types = {_type(key) for key, line in result["riders"].items() if line["struck"]}
        struck = {key for key in result["riders"] if _type(key) in types}
        for key in out_of_time(result) | struck:
            out.setdefault(key, number)
    return out


def _type(key: str) -> tuple[str, int]:
    """The team and the type of a rider: the fifth is a rouleur (PR-S3)."""
    team, _, role = key.partition(".")
    return team, ROULEUR if int(role) == SECOND_ROULEUR else int(role)


def fewer_riders(teams: int, results: Sequence[StageResult]) -> list[int]:
    """How many fewer riders each team picks: one for each that was outside the time limit. Captains and the riders of
    full teams are never picked, so it is clear which of them is missing; they do not count here (PR-Q6, PR-S4)."""
    fewer = [0] * teams
    for key in set().union(*map(out_of_time, results)):
        team, role = (int(word) for word in key.split("."))
        if teams >= SMALL and role != CAPTAIN:
            fewer[team] += 1
    return fewer


class ProfiTour(TourRules):
    """The yellow jersey by time, green and mountain by points, and the team world cup."""

    presets = (
        Preset(
            "three_days", Say("Three days"), Say("A flat stage, a hilly one and the mountains."),
            (Stage("flat"), Stage("hills"), Stage("mountain")),
        ),
        Preset(
            "grand_tour", Say("Grand tour"), Say("All the profiles in the game and both boards."),
            (Stage("short"), Stage("flat"), Stage("cobbles"), Stage("hills"), Stage("coast"), Stage("mountain"),
             Stage("two_passes"), Stage("grand")),
        ),
    )  # fmt: skip

    def result(self, race: Any, course: Course) -> StageResult:
        return race_result(race)

    def classifications(self, teams: int, results: Sequence[StageResult]) -> tuple[Classification, ...]:
        return (
            self._by_time(teams, results),
            self._by_points(teams, results, "green", Say("Green jersey"), "#3F8452"),
            self._by_points(teams, results, "mountain", Say("Mountain jersey"), "#C8382E"),
            self._world_cup(teams, results),
        )

    def carried(self, teams: int, stages: Sequence[Stage], results: Sequence[StageResult]) -> Carried:
        """Jerseys and their chips, the combativity prize, who is out, and the season reserve (PR-P5, PR-P6, PR-E5)."""
        if not results:
            return {}
        out = list(out_after(results))
        jerseys = self._jerseys(teams, results)
        chips: dict[str, int] = {}
        for key, jersey in jerseys.items():
            chips[key] = JERSEY_CHIPS[jersey]
        fighter = most_combative(results[-1])
        if fighter is not None and int(fighter.split(".")[0]) < teams and fighter not in out:
            chips[fighter] = chips.get(fighter, 0) + PRIZE
        brought = {"out": sorted(out), "chips": chips, "jerseys": jerseys, "reserve": list(results[-1]["chips"])}
        fewer = fewer_riders(teams, results)
        return brought | {"fewer": fewer} if any(fewer) else brought

    def _jerseys(self, teams: int, results: Sequence[StageResult]) -> dict[str, str]:
        """A rider that leads several classifications wears the highest jersey; the next rider wears the other
        (PR-P5)."""
        worn: dict[str, str] = {}
        tables = self.classifications(teams, results)[:3]
        for jersey, table in zip(JERSEYS, tables, strict=True):
            for line in table.lines:
                key = rider_key(line.seat, line.rider or 0)
                if key not in worn and not line.out and line.seat < teams and (jersey == "yellow" or line.total > 0):
                    worn[key] = jersey
                    break
        return worn

    def _by_time(self, teams: int, results: Sequence[StageResult]) -> Classification:
        """Sum of gaps minus bonuses; ties by the sum of stage places (PR-Q6)."""
        out = out_after(results)
        keys = {key for result in results for key in result["riders"]}
        rows = []
        for key in keys:
            lines = [result["riders"].get(key) for result in results]
            given = tuple(None if line is None else line["gap"] - line["bonus"] for line in lines)
            places = sum(line["place"] if line else 0 for line in lines)
            ridden = all(line is not None and not line["struck"] for line in lines) and key not in out
            rows.append((not ridden, sum(n or 0 for n in given), places, key, given))
        rows.sort(key=lambda row: row[:4])
        lines_out = []
        leader = rows[0][1] if rows else 0
        for place, (is_out, total, _, key, given) in enumerate(rows, 1):
            lines_out.append(self._line(key, place, total, total - leader, given, out.get(key), is_out))
        return Classification("yellow", Say("Overall"), Say("seconds"), "least", tuple(lines_out), "#E5B81F")

    def _by_points(
        self, teams: int, results: Sequence[StageResult], field: str, title: Say, colour: str
    ) -> Classification:
        """Most points; ties by the order of the overall classification."""
        order = {(line.seat, line.rider): line.place for line in self._by_time(teams, results).lines}
        out = out_after(results)
        rows = []
        for key in {key for result in results for key in result["riders"]}:
            team, role = (int(word) for word in key.split("."))
            lines = [result["riders"].get(key) for result in results]
            given = tuple(None if line is None else line[field] for line in lines)
            total = sum(n or 0 for n in given)
            if total:
                rows.append((key in out, -total, order[team, role], key, given))
        rows.sort(key=lambda row: row[:4])
        best = -rows[0][1] if rows else 0
        told = tuple(
            self._line(key, place, -total, best + total, given, out.get(key), is_out)
            for place, (is_out, total, _, key, given) in enumerate(rows, 1)
        )
        return Classification(field, title, Say("points"), "most", told, colour)

    def _world_cup(self, teams: int, results: Sequence[StageResult]) -> Classification:
        """Teams by the points of all their riders (PR-P1)."""
        given = [[0] * len(results) for _ in range(teams)]
        for number, result in enumerate(results):
            for key, points in world_cup_points(result).items():
                team = int(key.split(".")[0])
                if team < teams:
                    given[team][number] += points
        totals = [sum(row) for row in given]
        lines = []
        for team in sorted(range(teams), key=lambda t: (-totals[t], t)):
            place = 1 + sum(total > totals[team] for total in totals)
            after = tuple(sum(given[team][: n + 1]) for n in range(len(results)))
            stages = tuple(given[team])
            lines.append(
                TableLine(team, team_name(team), place, totals[team], max(totals) - totals[team], after, stages)
            )
        return Classification("world_cup", Say("Team world cup"), Say("points"), "most", tuple(lines))

    def _line(
        self, key: str, place: int, total: int, gap: int, given: tuple[int | None, ...], since: int | None, is_out: bool
    ) -> TableLine:
        team, role = (int(word) for word in key.split("."))
        after = tuple(sum(n or 0 for n in given[: i + 1]) for i in range(len(given)))
        notes = (Say("out since stage {n}", n=since),) if since else ()
        return TableLine(team, role_rider_name(team, role), place, total, gap, after, given, role, notes, is_out)
