"""How a table server is set up: where it keeps races, where its page lies, and how much it lets one client do."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rate:
    """So many a second in the long run, so many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; the defaults are for a table at home or among friends."""

    database: str | None = None
    page: Path = field(default_factory=lambda: Path(__file__).parent / "page")
    most_body: int = 1_000_000
    """The largest body of a request, in bytes."""
    most_message: int = 65_536
    """The largest message of a live connection."""
    requests: Rate = Rate(60.0, 240)
    """What one client may ask."""
    new_tables: Rate = Rate(2.0, 60)
    """Tables that one client may open."""
    wrong_secrets: Rate = Rate(0.5, 30)
    """Wrong secrets and invitations that one client may try."""
    chat: Rate = Rate(1.0, 20)
    messages: Rate = Rate(20.0, 100)
    """Messages that one live connection may send."""
    sockets_a_client: int = 400
    hello_seconds: float = 10.0
    """So long a live connection may take to say who it is."""
    push_share: float = 0.5
    """The most of one core that telling watchers may take."""
    bot_slots: int = 8
    """So many tables' bots ride at a time; the others wait their turn."""
    bot_moves: int = 12
    """So many moves bots of one table make, in one commit, before others are let through."""
    bot_moves_alone: int = 60
    """The same where no person decides anything any more: the race is ridden to its end."""
    thinkers: int = 4
    """So many bots think at a time."""
    hint_seconds: float = 1.2
    """How long a hint is thought about."""
    bots: tuple[str, ...] = ()
    """Bots of the host's own that may take seats: FILE.py:CLASS. (Nobody can bring one over the net.)"""
    most_tables: int = 300
    """So many tables stay in memory, if nobody is at more of them."""
    listed: int = 60
    """How many tables the list shows."""
