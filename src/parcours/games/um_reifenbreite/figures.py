"""Um Reifenbreite in figures: what the roadman does, how long the routes are, and whether a seat has an advantage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.figures import Table, with_bounds
from parcours.engine.statistics import Interval, mean, wilson
from parcours.games.um_reifenbreite.actions import DECLINE, FOLLOW, ONE_AWAY, TWO_AWAY
from parcours.games.um_reifenbreite.game import GAME
from parcours.games.um_reifenbreite.state import MAX_LANES, RIDERS, RIDING

TEAMS = 4
OPTIONS: dict[str, Any] = {"level": "D", "sprints": True, "relays": True}
"""All the rules except towing, which the roadman never uses."""
PRINTED_MINUTES = {"ring:A": 45, "ring:D": 120}
"""The rulebook gives one playing time for its shortest route and one for its longest (UR-3b)."""
_BOUNDS = ("95% from", "to")


def figures(races: int, seed: int) -> list[Table]:
    """The tables, from this many races of four roadmen on each route."""
    routes = [Route(name) for name in GAME.course_names]
    for route in routes:
        for race in range(races):
            route.ride(seed * races + race)
    return [_doings(routes), _lengths(routes), _times(routes), _wins(routes)]


@dataclass(frozen=True)
class Breakaway:
    """A rider that broke away, and the rivals that were behind it then."""

    rider: int
    behind: tuple[int, ...]


@dataclass
class Route:
    """What is counted on one route."""

    course: str
    moves: int = 0
    offers: int = 0
    drafts: int = 0
    breakaways: int = 0
    caught: int = 0
    rounds: list[int] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)
    firsts: list[tuple[int, ...]] = field(default_factory=list)
    """For each race, the seats in first place."""

    @property
    def name(self) -> str:
        return GAME.course(self.course).name

    def ride(self, seed: int) -> None:
        """Ride and count one race."""
        race = GAME.start(teams=TEAMS, course=self.course, seed=seed, manual_chance=True, **OPTIONS)
        roadman = GAME.bot("roadman")
        choices = 0
        away: dict[int, Breakaway] = {}
        while not race.over:
            chance = race.actor == CHANCE
            choices += not chance
            action = race.roll() if chance else race.choice_of(roadman)
            before = race.state
            race.play(action)
            self._count(before, action, race.races[0], away)
        self.caught += sum(is_caught(race.races[0], one) for one in away.values())
        self.rounds.append(race.turn)
        self.choices.append(choices)
        self.firsts.append(tuple(standing.seat for standing in race.standings() if standing.place == 1))

    def _count(self, before: Any, action: int, after: Any, away: dict[int, Breakaway]) -> None:
        """Count what one action did, and keep track of the breakaways."""
        self.offers += action in (FOLLOW, DECLINE)
        self.drafts += action == FOLLOW
        rider = int(before["rider"])
        if action > FOLLOW or before["moved"][rider] or not after["moved"][rider]:
            return
        self.moves += 1
        if rider in away:
            self.caught += is_caught(before, away.pop(rider))
        if action != FOLLOW and before["means"] in (ONE_AWAY, TWO_AWAY):
            self.breakaways += 1
            away[rider] = Breakaway(rider, rivals_behind(after, rider))


def front(race: Any, rider: int) -> int:
    """How far a rider has come: the front edge of its square."""
    return int(race["rank"][rider]) // MAX_LANES


def rivals_behind(race: Any, rider: int) -> tuple[int, ...]:
    """The riders of other teams that are on the road behind a rider."""
    return tuple(
        other
        for other in range(int(race["teams"]) * RIDERS)
        if other // RIDERS != rider // RIDERS
        and race["status"][other] == RIDING
        and front(race, other) < front(race, rider)
    )


def is_caught(race: Any, away: Breakaway) -> bool:
    """Whether a rival that was behind is now level or ahead; nobody catches a rider that is over the finish."""
    if race["place"][away.rider] > 0:
        return False
    return any(front(race, other) >= front(race, away.rider) for other in away.behind)


# ------------------------------------------------------------------------------------------------ the tables


def _doings(routes: Sequence[Route]) -> Table:
    rows: list[tuple[object, ...]] = []
    for route in routes:
        for what, part, whole in (
            ("moves that are made on a wheel", route.drafts, route.moves),
            ("offers of a wheel that are taken", route.drafts, route.offers),
            ("moves that are breakaways", route.breakaways, route.moves),
            ("breakaways caught before the rider's next move", route.caught, route.breakaways),
        ):
            shares = with_bounds(wilson(part, whole)) if whole else (None, None, None)
            rows.append((route.name, what, part, whole, *shares))
    title = f"What the roadman does ({TEAMS} roadmen, level D with sprints and relays)"
    return Table(title, ("Route", "Share of", "Count", "Of", "Share", *_BOUNDS), rows)


def _lengths(routes: Sequence[Route]) -> Table:
    rows: list[tuple[object, ...]] = []
    for route in routes:
        a_team = (None if value is None else value / TEAMS for value in with_bounds(_mean(route.choices)))
        rows.append((route.name, *with_bounds(_mean(route.rounds), 2), *a_team))
    columns = ("Route", "Rounds", *_BOUNDS, "Choices a team", *_BOUNDS)
    return Table("How long a race is, in rounds and in choices that each team makes", columns, rows)


def _times(routes: Sequence[Route]) -> Table:
    rows: list[tuple[object, ...]] = []
    for route in routes:
        minutes, choices = PRINTED_MINUTES.get(route.course), _mean(route.choices).value
        rows.append((route.name, minutes, round(choices, 1), round(60 * minutes / choices, 1) if minutes else None))
    title = "Beside the playing time that the rulebook gives for its shortest and its longest route"
    return Table(title, ("Route", "Printed minutes", "Choices of all teams", "Seconds a choice"), rows)


def _wins(routes: Sequence[Route]) -> Table:
    firsts = [seats for route in routes for seats in route.firsts]
    rows: list[tuple[object, ...]] = []
    for seat in range(TEAMS):
        wins = sum(1 / len(seats) for seats in firsts if seat in seats)
        rows.append((seat + 1, str(GAME.teams[seat].name), len(firsts), *with_bounds(wilson(wins, len(firsts)))))
    return Table("Wins by seat, on all routes together", ("Seat", "Team", "Races", "Wins", *_BOUNDS), rows)


def _mean(values: Sequence[int]) -> Interval:
    return mean(len(values), sum(values), sum(value * value for value in values))
