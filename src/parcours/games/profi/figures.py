"""Profi in figures: how often things happen, and who wins, in races between directeurs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.figures import Table
from parcours.engine.options import OptionPreset
from parcours.engine.tally import play_out_tallied
from parcours.games.profi.game import GAME
from parcours.games.profi.tally import COUNTED, tally

BOT = "directeur"
TEAMS = 4
HAPPENS = (*COUNTED, "disqualifications")
ROLES = ("captain", "rouleur", "grimpeur", "sprinter")


def figures(races: int, seed: int) -> list[Table]:
    """What happens in a race, and the wins by role and course: for each preset, from that many races over all
    courses."""
    happened: list[list[float]] = []
    won: list[tuple[object, ...]] = []
    for preset in GAME.option_presets:
        counted = np.zeros(len(HAPPENS))
        for number, course in enumerate(GAME.course_names):
            share = len(range(number, races, len(GAME.course_names)))
            if share == 0:
                continue
            counts, wins = _ridden(preset, course, share, seed)
            counted += counts
            won.append((preset.id, course, share, *(round(int(n) / share, 3) for n in wins)))
        happened.append([round(float(n) / races, 2) for n in counted])
    rows: list[tuple[object, ...]] = list(zip(HAPPENS, *happened, strict=True))
    return [
        Table(
            f"What happens in a race of {TEAMS} directeurs (means of {races:,} races)",
            ("what", *(preset.id for preset in GAME.option_presets)),
            rows,
        ),
        Table("Wins by role and profile (shares of the races)", ("preset", "profile", "races", *ROLES), won),
    ]


def _ridden(preset: OptionPreset, course: str, races: int, seed: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Ride races on one course: the counts over all of them, disqualifications last, and how many each role won."""
    options: dict[str, Any] = dict(preset.options)
    batch = GAME.batch(races, teams=TEAMS, seed=seed, course=course, **options)
    counts = play_out_tallied(batch, [BOT] * TEAMS, tally, len(COUNTED)).sum(axis=0)
    struck = sum(int(mask).bit_count() for mask in batch.races["struck"])
    winners = batch.races["role"][batch.races["place"] == 1]
    return np.append(counts, struck), np.bincount(winners, minlength=len(ROLES))[: len(ROLES)]
