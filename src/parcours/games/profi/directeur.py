"""Profi: the bot."""
from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.kernel import rare


@rare
def choose(kind: int, race: Any, road: Any, seat: int, codes: Any, number: int, key: np.uint64) -> int:
    return codes[0]
