"""Rally: checks what a stage takes over from earlier ones and writes it to the record (RA-A1, RA-A2, RA-P9, RA-W2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.tour import Carried
from parcours.errors import BadOptionError
from parcours.games.rally.state import PROTOTYPE, STABLE

MOST_SCORE = 10_000


def put_carried(race: np.void, teams: int, carried: Carried) -> None:
    """Take over `trims`, `scores` and `arrow` from the previous stage of the same rally, or `last_trims` from the
    previous rally."""
    known = {"trims", "scores", "arrow"} if "trims" in carried else {"last_trims"}
    if not carried:
        return
    if set(carried) != known:
        raise BadOptionError(
            f"rally: a stage must take over {', '.join(sorted(known))}, not {', '.join(sorted(carried))}"
        )
    if "last_trims" in carried:
        race["last_trim"][:teams] = _numbers(carried["last_trims"], "last_trims", teams, STABLE, PROTOTYPE)
        return
    race["later_stage"] = 1
    race["trim"][:teams] = _numbers(carried["trims"], "trims", teams, STABLE, PROTOTYPE)
    race["score_before"][:teams] = _numbers(carried["scores"], "scores", teams, -MOST_SCORE, MOST_SCORE)
    sectors = int(race["sectors"])
    race["arrow"] = _numbers([carried["arrow"]], "arrow", 1, 0, sectors - 1)[0]


def _numbers(given: Any, name: str, count: int, low: int, high: int) -> list[int]:
    fits = isinstance(given, list | tuple) and len(given) == count
    if not fits or not all(type(value) is int and low <= value <= high for value in given):
        raise BadOptionError(f"rally: {name} must be {count} whole numbers from {low} to {high}, not {given!r}"[:200])
    return list(given)
