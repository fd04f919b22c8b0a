"""Um Reifenbreite: what a seat may see. Cards, score sheet and discards lie open (UR-22a). The order of the decks and
the rolls to come are hidden from all, and no record holds them: chance decides each only when it is due (UR-22b)."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare
from parcours.engine.road import Road
from parcours.games.um_reifenbreite.state import State


@rare
def redact(race: State, road: Road, seat: int) -> None:
    """Nothing in the record is secret (UR-22a, UR-22b)."""


@rare
def determinize(race: State, road: Road, seat: int, key: np.uint64) -> None:
    """Nothing in a view is unknown."""
