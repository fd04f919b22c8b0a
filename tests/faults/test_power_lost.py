"""The power goes: what SQLite had not synced to the disk is lost, and yet everything acknowledged is kept."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.faults.amount import amount
from tests.faults.power import Disk, missing
from tests.faults.riding_on import check_log, counted, people, process, until_all_ride
from tests.faults.test_disturbed import told
from tests.luck import luck_of

pytestmark = [pytest.mark.xdist_group("disturbed"), pytest.mark.skipif(missing() != "", reason=missing())]

WRITING = """
import os, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("PRAGMA journal_mode=WAL")
connection.execute("PRAGMA synchronous=FULL")
connection.execute("CREATE TABLE t (n INTEGER)")
connection.execute(f"PRAGMA synchronous={sys.argv[2]}")
for n in range(50):
    connection.execute("INSERT INTO t VALUES (?)", (n,))
os._exit(0)
"""


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    folder = tmp_path / "disk"
    folder.mkdir()
    return Disk(folder, tmp_path)


@pytest.mark.parametrize(("how", "kept"), [("FULL", 50), ("NORMAL", 0)])
def test_the_disk_loses_what_nobody_made_sure_of(disk: Disk, how: str, kept: int) -> None:
    """This shows that the tests would notice a server that does not wait for its disk."""
    disk.begin()
    database = disk.folder / "tables.db"
    subprocess.run([sys.executable, "-c", WRITING, str(database), how], env=disk.environment, check=True)
    luck = random.Random()
    luck.choice = lambda _: 0.0  # type: ignore[method-assign, assignment]
    disk.lose_power(luck)
    connection = sqlite3.connect(database)
    assert connection.execute("SELECT count(*) FROM t").fetchone() == (kept,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert (disk.dropped > 0) == (kept == 0)


def test_the_power_goes_at_any_instant(disk: Disk, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    luck = random.Random(luck_of(request.node.nodeid))
    times = amount(3, 300)
    disk.begin()
    with process(tmp_path, str(disk.folder / "tables.db"), disk.environment) as server:
        with people(server.address, luck) as riding:
            until_all_ride(riding)
            for _ in range(times):
                disk.until_written(luck.randrange(1, 12))
                time.sleep(luck.uniform(0, 0.03))
                server.kill()
                disk.lose_power(luck)
                disk.begin()
                server.start()
            until_all_ride(riding)
        figures = counted(riding)
        total = check_log(server.database, riding)
    told(request, power_lost=times, acknowledged=total, **figures, writes_dropped=disk.dropped, kept=disk.kept)
