"""How a table server is set up: where it keeps races, where its page is, and how much it lets one client do."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Rate:
    """How many per second in the long run, and how many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True)
class FileBounds:
    """What reading uploaded files (courses, races, tours) may cost."""

    at_once: int = 2
    waiting: int = 8
    """How many files may wait while others are read."""
    a_client: int = 3
    """How many files of one client may be read or wait at a time."""
    seconds: float = 30.0
    """How many seconds of processor time one file may cost."""
    start_seconds: float = 60.0
    """How many seconds a new reader may take to start."""
    memory: int = 768 << 20
    """How many bytes a reader may use beyond what it starts with."""
    rest: float = 300.0
    """Seconds without a file after which a reader is ended."""


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; the defaults are for a table at home or among friends."""

    database: str | None = None
    page: Path = field(default_factory=lambda: Path(__file__).parent / "page")
    reached_at: str | None = None
    """Where other machines find the server, for friends' links; None: only this machine can reach it."""
    most_body: int = 1_000_000
    """The largest body of a request, in bytes."""
    files: FileBounds = field(default_factory=FileBounds)
    most_message: int = 65_536
    """The largest message of a live connection."""
    requests: Rate = Rate(60.0, 240)
    """Requests of one client."""
    new_tables: Rate = Rate(2.0, 60)
    """Tables that one client may open."""
    wrong_secrets: Rate = Rate(0.5, 30)
    """Wrong secrets and invitations that one client may try."""
    chat: Rate = Rate(1.0, 20)
    messages: Rate = Rate(20.0, 100)
    """Messages that one live connection may send."""
    hosts: tuple[str, ...] = ()
    """The server's names besides its addresses and its names in the home network; "*": any name."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses (or networks) of proxies that are trusted to report the client's address. Nobody else is believed."""
    connections: int = 1000
    """How many connections at a time, if the system allows that many open files."""
    connections_a_client: int = 200
    header_seconds: float = 15.0
    """How long a client may take to send the headers of a request."""
    body_seconds: float = 60.0
    """How long it may take to send the body."""
    write_seconds: float = 60.0
    """How long it may leave waiting data unread."""
    most_head: int = 65_536
    """The most bytes of a request line with its headers."""
    sockets: int = 2000
    """How many live connections at a time."""
    sockets_a_client: int = 400
    """How many of them for one client."""
    hello_seconds: float = 10.0
    """How long a live connection may take to say hello."""
    push_share: float = 0.5
    """The largest share of one core that pushing news to watchers may use."""
    bot_slots: int = 8
    """How many tables' bots ride at a time; the others wait their turn."""
    bot_moves: int = 12
    """How many moves the bots of one table make in one commit before others get their turn."""
    bot_moves_alone: int = 60
    """The same once no person has a decision left: then the bots ride to the end as fast as they can."""
    thinkers: int = 4
    """How many bots think at a time."""
    hint_seconds: float = 1.2
    """How long the search for a hint takes."""
    hints_waiting: int = 8
    """How many people may wait for a hint while another one is searched for."""
    hints_a_client: int = 3
    """How many hints of one client may be searched for or wait."""
    exports_waiting: int = 8
    """How many clients may wait for a sheet, a picture or a file, one each."""
    boards_waiting: int = 16
    """How many boards of courses that do not come with their game may wait to be drawn."""
    boards_a_client: int = 4
    """How many of them of one client."""
    sketches_waiting: int = 200
    """How many sketches of such courses may wait to be drawn."""
    sketches_a_client: int = 80
    """How many of them of one client."""
    reviews_waiting: int = 16
    """How many reviews may be in progress or waiting."""
    reviews_a_client: int = 4
    """How many of them for one client."""
    bots: tuple[str, ...] = ()
    """The host's own bots that may take seats: FILE.py:CLASS. (Nobody can upload one.)"""
    most_tables: int = 300
    """How many tables stay in memory, unless more are in use."""
    log: str = "text"
    """How events are logged: "text" shows warnings and errors in words, "json" every event in one line."""
    metrics: str | None = None
    """The address at which metrics are served for Prometheus: HOST:PORT; None: nowhere."""
    listed: int = 60
    """How many tables the list shows."""
