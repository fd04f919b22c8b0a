"""How much these tests do in a run: a small share in `make test`, everything in `make faults`."""

from __future__ import annotations

import os

LONG = os.environ.get("PARCOURS_FAULTS") == "long"
CASES = int(os.environ.get("PARCOURS_CASES", "0"))
"""How many cases, cycles or races of each test; 0: as many as each test chooses."""


def amount(share: int, whole: int) -> int:
    """The number for the small share or for the whole campaign; PARCOURS_CASES overrides both."""
    return CASES or (whole if LONG else share)
