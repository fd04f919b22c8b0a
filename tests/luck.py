"""The luck of races that tests open at a table: the same in every run, so that no test fails by dice alone."""

from __future__ import annotations

import os
import zlib

LUCK = os.environ.get("PARCOURS_LUCK", "1")
"""A different word gives all these races different dice and cards."""


def luck_of(test: str) -> int:
    """A seed for the races of a test."""
    return zlib.crc32(f"{test} {LUCK}".encode())
