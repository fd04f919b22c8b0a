"""Leader 1 in figures: how its stages are won, over many races of its own bot."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parcours.games.leader_one import courses
from parcours.games.leader_one.game import GAME
from parcours.games.leader_one.hexes import read_hex
from parcours.games.leader_one.state import CLIMBER, FROM_ATTACK, FROM_BUNCH, FROM_ROAD, HOME, LEADER, ROULEUR
from parcours.lab.figures import Table, with_bounds
from parcours.lab.stats import wilson

TEAMS = 4
WON_COLUMNS = (
    "stage", "races", "breakaway", "95% from", "to", "attack in the last turn", "with the bunch", "turns",
    "winner's energy left", "energy left",
)  # fmt: skip
TYPE_COLUMNS = ("stage", "flat", "false flat", "mountain", "descent", "rouleur", "leader", "climber")


def figures(races: int, seed: int) -> list[Table]:
    """For every stage, so many races of four road captains: breakaways, energy left, and which type wins."""
    won: list[tuple[object, ...]] = []
    types: list[tuple[object, ...]] = []
    for course in GAME.course_names:
        batch = GAME.batch(races, teams=TEAMS, seed=seed, course=course)
        batch.play_out([GAME.bots[-1]] * TEAMS)
        name = GAME.course(course).name
        won.append((name, races, *_how_won(batch.races)))
        types.append((name, *_terrains(course), *_wins_by_type(batch.races)))
    return [
        Table("How stages are won (shares of the races)", WON_COLUMNS, won),
        Table("Wins by type of rider (hexes of each terrain, shares of the races)", TYPE_COLUMNS, types),
    ]


def _how_won(races: Any) -> tuple[object, ...]:
    """How the winners came home, how long it took, and what energy was left."""
    first, home = races["place"] == 1, races["status"] == HOME
    how = Counter(races["home_as"][first & home].tolist())
    winners, everybody = races["energy"][first & home], races["energy"][home]
    return (
        *with_bounds(wilson(how[FROM_ROAD], len(races))),
        round(how[FROM_ATTACK] / len(races), 3),
        round(how[FROM_BUNCH] / len(races), 3),
        round(float(races["turn"].mean()), 1),
        round(float(winners.mean()), 1) if len(winners) else None,
        round(float(everybody.mean()), 1) if len(everybody) else None,
    )


def _terrains(course: str) -> tuple[int, ...]:
    """The stage's profile: hexes of each terrain."""
    sides = [read_hex(written)[0] for written in courses.hexes_of(GAME.course(course))]
    found = Counter(side.terrain for side in sides if side)
    return tuple(found[terrain] for terrain in ("flat", "false_flat", "mountain", "descent"))


def _wins_by_type(races: Any) -> tuple[float, ...]:
    kinds = Counter(races["kind"][races["place"] == 1].tolist())
    return tuple(round(kinds[kind] / len(races), 3) for kind in (ROULEUR, LEADER, CLIMBER))
