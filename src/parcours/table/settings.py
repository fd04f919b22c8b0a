"""How a table server is set up: where it keeps races, where its page lies, and how much it lets one client do."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rate:
    """How many a second in the long run, and how many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True)
class FileBounds:
    """What reading foreign files (courses, races, tours) may cost."""

    at_once: int = 2
    waiting: int = 8
    """How many files wait while others are read."""
    a_client: int = 3
    """How many of one client's are read or wait."""
    seconds: float = 30.0
    """How many seconds of a core one file may cost."""
    start_seconds: float = 60.0
    """The longest that a new reader may take to begin."""
    memory: int = 768 << 20
    """The bytes that a reader may take beyond what it begins with."""
    rest: float = 300.0
    """After how many seconds without a file its reader is ended."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; the defaults are for a table at home or among friends."""

    database: str | None = None
    page: Path = field(default_factory=lambda: Path(__file__).parent / "page")
    reached_at: str | None = None
    """Where other machines find the server, for friends' links; None: this machine alone does."""
    most_body: int = 1_000_000
    """The largest body of a request, in bytes."""
    files: FileBounds = field(default_factory=FileBounds)
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
    hosts: tuple[str, ...] = ()
    """Names that this server goes by, besides its addresses and its names at home; "*": any."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses (or networks) of proxies that tell truly for whom they ask. Nobody else is believed."""
    connections: int = 1000
    """How many at a time, if the system can have as many files open."""
    connections_a_client: int = 200
    header_seconds: float = 15.0
    """So long a connection may take to say what it wants,"""
    body_seconds: float = 60.0
    """so long to send it,"""
    write_seconds: float = 60.0
    """and so long to take what is waiting for it."""
    most_head: int = 65_536
    """The longest line and headers of a request, in bytes."""
    sockets: int = 2000
    """Live connections at a time,"""
    sockets_a_client: int = 400
    """and of one client."""
    hello_seconds: float = 10.0
    """So long a live connection may take to say who it is."""
    push_share: float = 0.5
    """The most of one core that telling watchers may take."""
    bot_slots: int = 8
    """How many tables' bots ride at a time; the others wait their turn."""
    bot_moves: int = 12
    """How many moves bots of one table make, in one commit, before others get their turn."""
    bot_moves_alone: int = 60
    """The same where no person decides anything any more: the race is ridden to its end."""
    thinkers: int = 4
    """How many bots think at a time."""
    hint_seconds: float = 1.2
    """How long a hint is thought about."""
    hints_waiting: int = 8
    """How many people wait for a hint while another one is thought about;"""
    hints_a_client: int = 3
    """how many of them may be of one client;"""
    exports_waiting: int = 8
    """how many wait for a sheet, a picture or a file, each of another client;"""
    boards_waiting: int = 16
    """how many wait for the board of a course that does not come with its game,"""
    boards_a_client: int = 4
    """how many of them may be of one client,"""
    sketches_waiting: int = 200
    """how many wait for the shape of such a course,"""
    sketches_a_client: int = 80
    """and how many of these may be of one client;"""
    reviews_waiting: int = 16
    """how many races are reviewed or wait for it,"""
    reviews_a_client: int = 4
    """and how many that one client asked for."""
    bots: tuple[str, ...] = ()
    """Bots of the host's own that may take seats: FILE.py:CLASS. (Nobody can bring one over the net.)"""
    most_tables: int = 300
    """How many tables stay in memory, if nobody is at more of them."""
    log: str = "text"
    """How events are logged: "text" tells warnings and errors in words, "json" every event, one line each."""
    metrics: str | None = None
    """Where figures are told in Prometheus' form: HOST:PORT; None: nowhere."""
    listed: int = 60
    """How many tables the list shows."""
