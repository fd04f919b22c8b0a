"""Secrets of seats, invitations, and the numbers that luck follows from: all unguessable. Secrets and invitations are
stored only as digests."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from parcours.engine import seal

TABLE_ID_BYTES = 9
SECRET_BYTES = 24
MOST_SECRET = 64
"""The longest text that can be a secret; a longer one is refused unread."""


def new_table_id() -> str:
    """An id for a table that nobody can guess."""
    return secrets.token_urlsafe(TABLE_ID_BYTES)


def new_secret() -> str:
    """A secret that holds a seat, or an invitation to one."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_seed() -> int:
    """A seed for luck or for bots, revealed to nobody while the race is on."""
    return secrets.randbits(63)


def new_luck() -> bytes:
    """The secret that all luck of a race or a tour follows from: sealed, and revealed when it is over."""
    return secrets.token_bytes(seal.SECRET_BYTES)


def bots_seed(luck: int) -> int:
    """The bots' seed in a race whose seed was given: asking for the same race again repeats it exactly."""
    return int.from_bytes(hashlib.blake2b(b"bots", key=luck.to_bytes(8), digest_size=8).digest()) >> 1


def new_key() -> bytes:
    """The key under which a table's state ids are made."""
    return secrets.token_bytes(16)


def hashed(secret: str) -> str:
    """A secret as it is stored. (It has 192 random bits: there is nothing to guess from its digest.)"""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def fits(given: str, stored: str | None) -> bool:
    """Whether a secret is the stored one, in a time that does not depend on how much of it is right."""
    return stored is not None and len(given) <= MOST_SECRET and hmac.compare_digest(hashed(given), stored)


def sealed(key: bytes, *parts: str) -> str:
    """A short digest of what a viewer sees. It reveals nothing to anybody without the key."""
    return hashlib.blake2b("\0".join(parts).encode(), key=key, digest_size=12).hexdigest()
