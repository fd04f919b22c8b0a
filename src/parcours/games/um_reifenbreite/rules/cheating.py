"""Um Reifenbreite, chapter 13: tows by a car, and the photographs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.games.um_reifenbreite.actions import LONG_TOW, PHOTO
from parcours.games.um_reifenbreite.state import (
    OVER_PHASE,
    PHOTOS,
    POINTS_KNOWN,
    ROLL_ONE,
    ROLLED,
    SNAP,
    VERDICT,
    State,
)  # fmt: skip

MOST_TOWS = 4
SHORT_TOW_POINTS, LONG_TOW_POINTS = 6, 12


@rule
def may_be_towed(race: State) -> bool:
    """Whether the rider may be towed: at most four times a race, long and short tows alike (UR-13b), and not in the
    first round (UR-13e)."""
    return bool(race.cheating and race.round_number > 1 and race.tows[race.rider] < MOST_TOWS)


@rare
def be_towed(race: State) -> None:
    """A short tow gives 6 plus one die, and costs one photo; a long one gives 12 without dice, and costs two photos
    (UR-13a)."""
    race.tows[race.rider] += 1
    race.snapped = 0
    if race.means == LONG_TOW:
        race.points = LONG_TOW_POINTS
        race.snaps = 2
        race.phase = SNAP
    else:
        race.points = SHORT_TOW_POINTS
        race.snaps = 1
        race.phase = ROLL_ONE


@rare
def legal_photos(race: State, out: NDArray[np.int16]) -> int:
    """The photos that can be drawn; two drawn together always differ (UR-13c)."""
    count = 0
    for photo in range(PHOTOS):
        if not race.snapped >> photo & 1:
            out[count] = PHOTO + photo
            count += 1
    return count


@rare
def draw_photo(race: State, photo: int) -> None:
    """Note the number against the rider (UR-13b); at the end of the race, add it to the commissaire's draw (UR-13d)."""
    race.snapped |= 1 << photo
    race.snaps -= 1
    if race.phase == VERDICT:
        race.verdict = race.snapped
        if race.snaps == 0:
            race.phase = OVER_PHASE
    else:
        race.photos[race.rider] |= 1 << photo
        if race.snaps == 0:
            race.phase = POINTS_KNOWN if race.means == LONG_TOW else ROLLED
