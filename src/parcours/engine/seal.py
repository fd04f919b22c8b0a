"""Luck under seal follows from a secret. Everybody knows its digest before the race, and the secret itself after it.

Nobody can foresee such luck, and everybody can check it. It is for tables with people; simulation keeps the quick luck
of `chance`, and so do races that are given a seed.
"""

from __future__ import annotations

import hashlib
import hmac
import re

import numpy as np

SECRET_BYTES = 32


def sealed_key(secret: bytes, count: int) -> np.uint64:
    """The key for roll number `count` of a race whose luck is under seal: the first 8 bytes of the HMAC-SHA256 of the
    number under the secret. The rolls so far don't tell anybody the next one. With the secret, given afterwards,
    anybody can check every roll.

    >>> int(sealed_key(bytes(32), 0)), int(sealed_key(bytes(32), 1))
    (17542954357850540164, 11862794667570035051)
    """
    return np.uint64(int.from_bytes(hmac.digest(secret, count.to_bytes(8), "sha256")[:8]))


def seal_of(secret: bytes) -> str:
    """The seal that is shown before the race: the SHA-256 of the secret. The secret can't be exchanged afterwards."""
    return hashlib.sha256(secret).hexdigest()


def stage_secret(secret: bytes, number: int) -> bytes:
    """The secret of a stage (from 0) of a tour. It reveals neither another stage's secret nor the tour's."""
    return hmac.digest(secret, b"stage %d" % number, "sha256")


def secret_of(text: str) -> bytes | None:
    """The secret that a text from a file gives, or None."""
    return bytes.fromhex(text) if re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text) else None
