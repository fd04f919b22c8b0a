"""Sealed luck follows from a secret. Everybody knows the secret's digest before the race, and the secret itself after.

Nobody can foresee such luck, and everybody can check it. It is for tables with people; simulation uses the quick luck
of `chance`, and so do races that are given a seed.
"""

from __future__ import annotations

import hashlib
import hmac
import re

import numpy as np

SECRET_BYTES = 32


def sealed_key(secret: bytes, count: int) -> np.uint64:
    """The key for roll number `count` of a race with sealed luck: the first 8 bytes of the HMAC-SHA256 of the number
    under the secret. The rolls so far don't give away the next one. Once the secret is revealed, anybody can check
    every roll.

    >>> int(sealed_key(bytes(32), 0)), int(sealed_key(bytes(32), 1))
    (17542954357850540164, 11862794667570035051)
    """
    return np.uint64(int.from_bytes(hmac.digest(secret, count.to_bytes(8), "sha256")[:8]))


def seal_of(secret: bytes) -> str:
    """The seal that is shown before the race: the SHA-256 of the secret. After that, nobody can swap the secret."""
    return hashlib.sha256(secret).hexdigest()


def stage_secret(secret: bytes, number: int) -> bytes:
    """The secret of a stage (from 0) of a tour. It reveals neither another stage's secret nor the tour's."""
    return hmac.digest(secret, b"stage %d" % number, "sha256")


def secret_of(text: str) -> bytes | None:
    """The secret that a text from a file gives, or None."""
    return bytes.fromhex(text) if re.fullmatch(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", text) else None
