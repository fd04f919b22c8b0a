"""Leader 1 in figures: how its stages are won, over many races of its own bot."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from parcours.games.leader_one import courses
from parcours.games.leader_one.game import GAME
from parcours.games.leader_one.hexes import read_hex
from parcours.games.leader_one.state import CLIMBER, FROM_ATTACK, FROM_BUNCH, FROM_ROAD, HOME, LEADER, ROULEUR
from parcours.lab.figures import Table

TEAMS = 4
HOW = (FROM_ROAD, FROM_ATTACK, FROM_BUNCH)


def figures(races: int, seed: int) -> list[Table]:
    """For every stage, so many races of four road captains: breakaways, energy left, and which type wins."""
    won, types = [], []
    for course in GAME.course_names:
        batch = GAME.batch(races, teams=TEAMS, seed=seed, course=course)
        batch.play_out([GAME.bots[-1]] * TEAMS)
        name = GAME.course(course).name
        won.append((name, races, *_how_won(batch.races)))
        types.append((name, *_terrains(course), *_wins_by_type(batch.races)))
    return [
        Table(
            "How stages are won",
            (
                "stage",
                "races",
                "breakaway",
                "attack in the last turn",
                "out of the bunch",
                "turns",
                "winner's energy left",
                "energy left",
            ),
            won,
        ),
        Table(
            "Wins by type of rider",
            ("stage", "flat", "false flat", "mountain", "descent", "rouleur", "leader", "climber"),
            types,
        ),
    ]


def _share(count: int, of: int) -> str:
    return f"{count / of:.1%}" if of else "-"


def _how_won(races: Any) -> tuple[object, ...]:
    """How the winners came home, how long it took, and what energy was left."""
    first = races["place"] == 1
    home = races["status"] == HOME
    how = Counter(races["home_as"][first & home].tolist())
    ways = tuple(_share(how[way], len(races)) for way in HOW)
    spare = races["energy"]
    winners = spare[first & home]
    return (
        *ways,
        round(float(np.mean(races["turn"])), 1),
        round(float(winners.mean()), 1) if len(winners) else "-",
        round(float(spare[home].mean()), 1) if home.any() else "-",
    )


def _terrains(course: str) -> tuple[int, ...]:
    """The stage's profile: hexes of each terrain."""
    sides = [read_hex(written)[0] for written in courses.hexes_of(GAME.course(course))]
    found = Counter(side.terrain for side in sides if side)
    return tuple(found[terrain] for terrain in ("flat", "false_flat", "mountain", "descent"))


def _wins_by_type(races: Any) -> tuple[str, ...]:
    kinds = Counter(races["kind"][races["place"] == 1].tolist())
    return tuple(_share(kinds[kind], len(races)) for kind in (ROULEUR, LEADER, CLIMBER))
