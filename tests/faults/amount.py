"""How much a run of these tests does: a small share in `make test`, the whole in `make faults`."""

from __future__ import annotations

import os

LONG = os.environ.get("PARCOURS_FAULTS") == "long"
CASES = int(os.environ.get("PARCOURS_CASES", "0"))
"""How many cases, cycles or races of each test; 0: as many as each thinks right."""


def amount(share: int, whole: int) -> int:
    """How many in the small share, and how many in the whole; what is asked for goes before both."""
    return CASES or (whole if LONG else share)
