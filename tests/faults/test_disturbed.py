"""Whatever happens to the server, its disk, its database or its clients' lines: what was acknowledged is kept, once."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest

from parcours.games import find_game
from tests.faults.amount import LONG, amount
from tests.faults.riding_on import BadLine, Process, check_log, counted, people, process, until_all_ride
from tests.luck import luck_of
from tests.table.postgres import missing, postgres, restart

pytestmark = pytest.mark.xdist_group("disturbed")


@pytest.fixture
def luck(request: pytest.FixtureRequest) -> random.Random:
    return random.Random(luck_of(request.node.nodeid))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One server and one database file for all tests here: what one test leaves behind, the next has to live with."""
    with process(tmp_path_factory.mktemp("server")) as made:
        yield made


def told(request: pytest.FixtureRequest, **figures: int) -> None:
    """Print figures for the report; `-s` shows them."""
    print(f"{request.node.name}: {', '.join(f'{count} {name}' for name, count in figures.items())}", flush=True)


def test_killed_at_any_instant(server: Process, luck: random.Random, request: pytest.FixtureRequest) -> None:
    kills = amount(8, 1000)
    with people(server.address, luck) as riding:
        until_all_ride(riding)
        for _ in range(kills):
            time.sleep(luck.uniform(0.02, 0.6))
            server.kill()
            server.start()
        until_all_ride(riding)
    total = check_log(server.database, riding)
    told(request, kills=kills, acknowledged=total, **counted(riding))


def test_readers_of_files_end_with_the_server_and_are_replaced(server: Process) -> None:
    course = find_game("breaking_away").course().source
    with httpx.Client(base_url=server.address, timeout=120) as client:
        assert client.post("api/v1/courses", content=course).status_code == 201
        (reader,) = readers_of(server.pid)
        os.kill(reader, signal.SIGKILL)
        assert client.post("api/v1/courses", content=course).status_code == 201, "another one has read it"
        (reader,) = readers_of(server.pid)
    server.kill()
    for _ in range(3000):
        if not Path(f"/proc/{reader}").exists():
            break
        time.sleep(0.01)
    assert not Path(f"/proc/{reader}").exists(), "its reader lives on without it"
    server.start()
    with httpx.Client(base_url=server.address, timeout=120) as client:
        assert client.post("api/v1/courses", content=course).status_code == 201


def readers_of(pid: int) -> list[int]:
    """The processes that read files for a server."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    commands = {int(child): Path(f"/proc/{child}/cmdline").read_bytes() for child in children}
    return [child for child, command in commands.items() if b"parcours.table.reader" in command]


def test_stopped_while_clients_wait(server: Process, luck: random.Random, request: pytest.FixtureRequest) -> None:
    stops = amount(3, 100)
    with people(server.address, luck) as riding:
        until_all_ride(riding)
        for _ in range(stops):
            os.kill(server.pid, signal.SIGSTOP)
            time.sleep(luck.uniform(0.1, 1.5))
            os.kill(server.pid, signal.SIGCONT)
            until_all_ride(riding)
    told(request, stops=stops, acknowledged=check_log(server.database, riding))


@contextmanager
def full(pid: int) -> Iterator[None]:
    """For as long as the block lasts, a process can't make any file longer."""
    _, most = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, most))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, most))


def test_no_file_may_grow(server: Process, luck: random.Random, request: pytest.FixtureRequest) -> None:
    """As on a full disk: nothing can be written, and the server says so. Once there is room again, everybody rides
    on."""
    times = amount(2, 50)
    refused = 0
    with people(server.address, luck) as riding:
        for _ in range(times):
            until_all_ride(riding)
            before = sum(person.again for person in riding)
            with full(server.pid):
                while sum(person.again for person in riding) < before + 3 * len(riding):
                    assert not any(person.fault for person in riding), [person.fault for person in riding]
                    time.sleep(0.02)
            refused += sum(person.again for person in riding) - before
        until_all_ride(riding)
    told(request, times_full=times, acknowledged=check_log(server.database, riding), refused=refused)


def test_locked_database(server: Process, luck: random.Random, request: pytest.FixtureRequest) -> None:
    """Another process locks the file for a while: a player who acts waits or, after 30 s, is told why."""
    times = amount(2, 20)
    with people(server.address, luck) as riding:
        for number in range(times):
            until_all_ride(riding)
            with closing(sqlite3.connect(server.database, timeout=60, isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                time.sleep(35 if LONG and number == 0 else luck.uniform(0.2, 1.5))
                other.execute("ROLLBACK")
        until_all_ride(riding)
    told(request, times_locked=times, acknowledged=check_log(server.database, riding))


@pytest.mark.skipif(missing() != "", reason=missing())
def test_postgres_started_again_under_load(tmp_path: Path, luck: random.Random, request: pytest.FixtureRequest) -> None:
    restarts = amount(2, 50)
    with (
        TemporaryDirectory(prefix="parcours-") as own,  # other accounts can't enter pytest's own folders
        postgres(Path(own) / "postgres") as database,
        process(tmp_path, database) as server,
    ):
        with people(server.address, luck) as riding:
            for _ in range(restarts):
                until_all_ride(riding)
                time.sleep(luck.uniform(0, 0.5))
                restart(Path(own) / "postgres", "immediate" if luck.random() < 0.5 else "fast")
            until_all_ride(riding)
        told(request, restarts=restarts, acknowledged=check_log(database, riding))


def test_lost_and_doubled_messages(server: Process, luck: random.Random, request: pytest.FixtureRequest) -> None:
    with people(server.address, luck, BadLine) as riding:
        until_all_ride(riding, amount(8, 2000))
    told(request, acknowledged=check_log(server.database, riding))
