"""Breaking Away: what a seat may see (BA-S7), and guesses at what it may not see."""

from __future__ import annotations

import numpy as np

from parcours.engine.chance import draw
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.breaking_away.actions import MOST_FACTOR
from parcours.games.breaking_away.rules import FEWEST_FACTORS, POINTS, factors_allowed
from parcours.games.breaking_away.state import BOXES, DIVIDE, HIDDEN, NOBODY, RIDERS, State


@rare
def secret_boxes(race: State, rider: int) -> int:
    """How many boxes of a rival's rider may hold a factor that has not been announced yet. (Rider 1 may have 3 or 4
    factors; nobody knows which until its points are spent.)"""
    number = rider % RIDERS
    if race.retired[rider] or race.initial_spent[rider] == POINTS[number]:
        return 0
    return factors_allowed(number) - race.initial_used[rider]


@rare
def redact(race: State, road: Road, seat: int) -> None:
    """Movement sheets are private: a rival's sheet shows only what was announced and what was read out (BA-S7). The box
    of a factor is hidden too: secret factors come first, then the known ones in rising order."""
    race.ply = 0
    if race.phase == DIVIDE and race.dividing != seat:
        race.pencil = -1
        race.pencil_box = 0
    if race.open_sheets and race.phase != DIVIDE:
        return
    for rider in range(race.teams * RIDERS):
        if rider // RIDERS == seat:
            continue
        for box in range(BOXES):
            if not race.read_out[rider] >> box & 1:
                race.factor[rider, box] = 0
        sort_boxes(race, rider)
        secrets = secret_boxes(race, rider)
        for box in range(secrets):
            race.factor[rider, box] = HIDDEN
        race.read_out[rider] = 0
        for box in range(BOXES):
            if race.factor[rider, box] > 0:
                race.read_out[rider] |= 1 << box
        if race.blank[rider] != NOBODY:
            race.blank[rider] = 0


@rare
def sort_boxes(race: State, rider: int) -> None:
    """A rider's factors in rising order, blanks first."""
    for box in range(1, BOXES):
        value = race.factor[rider, box]
        at = box
        while at > 0 and race.factor[rider, at - 1] > value:
            race.factor[rider, at] = race.factor[rider, at - 1]
            at -= 1
        race.factor[rider, at] = value


@rare
def determinize(race: State, road: Road, seat: int, key: np.uint64) -> None:
    """Give rivals' riders secret factors that fit what is known: a rider's add up to its points less those announced
    (BA-S3)."""
    count = 0
    for rider in range(race.teams * RIDERS):
        secrets = 0
        for box in range(BOXES):
            if race.factor[rider, box] == HIDDEN:
                race.factor[rider, box] = 0
                secrets += 1
        if secrets == 0 or (race.phase == DIVIDE and rider // RIDERS >= race.dividing):
            continue
        left = POINTS[rider % RIDERS] - race.initial_spent[rider]
        fewest = max(FEWEST_FACTORS - race.initial_used[rider], 1)
        if fewest < secrets and left <= fewest * MOST_FACTOR and (left < secrets or draw(key, count, 2) == 0):
            secrets = fewest
        count += 1
        for box in range(secrets):
            others = secrets - 1 - box
            low = max(1, left - others * MOST_FACTOR)
            high = min(MOST_FACTOR, left - others)
            value = low + draw(key, count, high - low + 1)
            count += 1
            race.factor[rider, box] = value
            left -= value
        keep_blank_box_apart(race, rider)


@rule
def keep_blank_box_apart(race: State, rider: int) -> None:
    """Make sure that the box to be filled at the end of the turn is an empty one."""
    if race.blank[rider] != NOBODY:
        for box in range(BOXES):
            if race.factor[rider, box] == 0:
                race.blank[rider] = box
