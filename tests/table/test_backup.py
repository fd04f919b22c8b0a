"""Backups: taken while people ride, restored into an empty database, from SQLite or PostgreSQL into either."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import httpx
import pytest

from parcours.errors import ParcoursError
from parcours.table.backup import backup, restore
from parcours.table.storage import Storage
from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.test_storage import database, pg  # noqa: F401


def test_a_house_in_use_is_kept_and_put_back(database: str, tmp_path: Path) -> None:  # noqa: F811
    file = tmp_path / "kept.backup"
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        rider = Rider(client)
        table = rider.open("me", "here", "here", private=True)
        table.ride(20)
        table.post("/chat", {"text": "à demain"})
        acknowledged: list[int] = []
        riding = threading.Thread(target=lambda: acknowledged.append(table.ride(40)))
        before = table.state(0)
        riding.start()
        told = backup(database, file)
        riding.join()
        after = table.state(0)
        assert acknowledged == [40]
        with pytest.raises(ParcoursError, match="in use by another"):
            restore(database, file, replace=True)
        assert table.state(0)["story"] == after["story"]
    assert told.startswith("1 tables with ")
    assert file.stat().st_mode & 0o077 == 0
    elsewhere = str(tmp_path / "elsewhere.db")
    assert restore(elsewhere, file) == told
    with running(relaxed(elsewhere)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        again = Seated(Rider(client), table.id, table.secrets, {})
        state = again.state(0)
        assert state["chat"] == before["chat"]
        known = len(before["story"])
        assert state["story"][:known] == before["story"], "what was acknowledged before the backup is in it"
        assert state["story"] == after["story"][: len(state["story"])], "and of what came later, the beginning"
        assert again.ride(3) == 3
    if not database.startswith("sqlite"):
        with pytest.raises(ParcoursError, match="not empty"):
            restore(database, file)
        restore(database, file, replace=True)
        with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
            assert Seated(Rider(client), table.id, table.secrets, {}).state(0)["state_id"] == state["state_id"]


def test_a_house_is_not_overwritten_by_mistake(tmp_path: Path) -> None:
    for name in ("one.db", "two.db"):
        with running(relaxed(str(tmp_path / name))) as server, httpx.Client(base_url=server.address) as client:
            table = Rider(client).open("me", "here", "here")
    file = tmp_path / "kept.backup"
    backup(str(tmp_path / "one.db"), file)
    with pytest.raises(ParcoursError, match="not empty"):
        restore(str(tmp_path / "two.db"), file)
    storage = Storage(str(tmp_path / "two.db"))
    assert storage.load(table.id) is not None
    storage.close()


def test_what_is_no_backup_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE x (y)").connection.close()
    whole = tmp_path / "kept.backup"
    Storage(str(tmp_path / "registry.db")).close()
    backup(str(tmp_path / "registry.db"), whole)
    (tmp_path / "cut").write_bytes(whole.read_bytes()[:6000])
    for name in ("text", "other.db", "cut"):
        with pytest.raises(ParcoursError, match=name):
            restore(str(tmp_path / "new.db"), tmp_path / name)
    with pytest.raises(ParcoursError, match="no database"):
        backup(str(tmp_path / "nowhere.db"), tmp_path / "b")
    assert not (tmp_path / "nowhere.db").exists()
