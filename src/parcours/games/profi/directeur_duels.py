"""Profi: the risks that the directeur takes. It fights elbow duels for a place that is worth it. It turns fair doping
cards into chips at once, others only near the end, for a rider that can still win."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.directeur_judgement import HELPERS_DOPING, JUDGEMENT, PUSHED, RESERVE
from parcours.games.profi.directeur_sight import is_ending, is_helper
from parcours.games.profi.rules.crash import is_protected
from parcours.games.profi.rules.duel import accepts_free, beside, challenges_free
from parcours.games.profi.rules.ground import front_row, inner_rank, is_dummy, on_own_terrain, upright_at
from parcours.games.profi.state import NO_JERSEY, NOBODY, State

CHIP, LAST_CHIP = 0.6, 0.3
"""What a chip is worth in mid-race, and near the end."""
A_FALL = 5.0
PUSHED_AT_THE_END = 1.5
"""What pushing a rival back a row is worth near the end."""
HELD, HELD_AT_THE_END = 1.0, 2.0
"""What keeping one's own place is worth, in mid-race and near the end."""
ITS_WHEEL = 0.75
SKULL = 1.0 / 6.0
HIGHER, NOT_HIGHER = 15.0 / 36.0, 21.0 / 36.0
"""How often the challenger rolls higher (PR-J3), and how often not."""
FAIR_CARDS = 0x3F | 0x3F << 12
"""One bit for each doping card with a fair front (PR-Z3)."""
IN_REACH = 6
"""Rows behind the front from which a rider can still win."""


# -------------------------------------------------------------------------------------------------- duels


@rule
def must_give_way(race: State, road: Road, rival: int) -> bool:
    """Whether a rival must give way: it cannot pay (PR-J2), or it is a dummy off its own terrain (PR-J6)."""
    if on_own_terrain(race, road, rival, race.row[rival]):
        return False
    if is_dummy(race, rival):
        return True
    return race.chips[rival] == 0 and race.unused[rival] == 0 and race.jersey[rival] == NO_JERSEY


@rare
def danger_of_rolling(race: State, road: Road, rider: int, chips: int) -> float:
    """The expected cost of a skull (PR-J3, PR-F1): two chips, or a fall."""
    if is_protected(race, road, rider):
        return 0.0
    return SKULL * (2.0 * LAST_CHIP if chips >= 2 else A_FALL)


@rule
def wheel_at(race: State, row: int, lane: int) -> float:
    return ITS_WHEEL if upright_at(race, row + 1, lane) != NOBODY else 0.0


@rare
def worth_of_challenge(kind: int, race: State, road: Road, side: int) -> float:
    """Winning a duel pushes the rival back and takes its place. That is certain if the rival must give way; otherwise
    the roll must be higher."""
    rider = race.rider
    rival = beside(race, road, rider, side)
    row = race.row[rival]
    ending = is_ending(race)
    price = 0 if challenges_free(race, road) else 1
    gain = (PUSHED_AT_THE_END if ending else JUDGEMENT[kind - 1, PUSHED]) + wheel_at(race, row, race.lane[rival])
    gain -= wheel_at(race, row, race.lane[rider])
    if inner_rank(race, road, row, race.lane[rival]) < inner_rank(race, road, row, race.lane[rider]):
        gain += 0.1
    cost = price * (LAST_CHIP if ending else CHIP)
    if must_give_way(race, road, rival):
        return gain - cost
    return HIGHER * gain - cost - danger_of_rolling(race, road, rider, race.chips[rider] - price)


@rare
def worth_of_accepting(race: State, road: Road) -> float:
    """The rider keeps its place if the challenger's roll is not higher. Giving way is worth nothing."""
    rival = race.rival
    ending = is_ending(race)
    price = 0 if accepts_free(race, road) else 1
    kept = (HELD_AT_THE_END if ending else HELD) + wheel_at(race, race.row[rival], race.lane[rival])
    cost = price * (LAST_CHIP if ending else CHIP)
    return NOT_HIGHER * kept - cost - danger_of_rolling(race, road, rival, race.chips[rival] - price)


@rare
def worth_of_raise(kind: int, race: State) -> float:
    """Raising is worth a chip only if it turns the duel. A challenger that is level raises if the rival has no chip to
    answer with, or if it has chips to spare itself."""
    mine, its = race.duel_rolls[race.duellist], race.duel_rolls[1 - race.duellist]
    if race.duellist == 1:
        return 1.0 if mine + 1 == its else -1.0
    turns = mine == its and (race.chips[race.rival] == 0 or race.chips[race.rider] > JUDGEMENT[kind - 1, RESERVE])
    return 1.0 if turns else -1.0


# ------------------------------------------------------------------------------------------------- doping


@rule
def is_dirty(card: int) -> bool:
    return FAIR_CARDS >> int(card) & 1 == 0


@rule
def only_dirty(race: State, rider: int) -> bool:
    """Whether a rider has doping cards, and none of them is fair."""
    return race.unused[rider] != 0 and np.uint32(race.unused[rider]) & np.uint32(FAIR_CARDS) == 0


@rare
def worth_of_doping(kind: int, race: State, rider: int) -> float:
    """A fair card is three chips for nothing. A card with a doping front is found out one time in three, so it is kept
    for a rider near the front that has no chips left at the end. A helper that is found out costs its team little."""
    if not only_dirty(race, rider):
        return 9.0
    desperate = is_ending(race) and race.chips[rider] == 0 and race.row[rider] >= front_row(race) - IN_REACH
    if desperate:
        return 9.0
    return float(JUDGEMENT[kind - 1, HELPERS_DOPING]) if is_helper(race, rider) else -8.0
