"""One server on a database: it holds a lease; a claim changes only one row; a lost database is reported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from parcours.table import keys, lease
from parcours.table.lease import HeldError, Lease
from parcours.table.schema import LeaseRow, SeatRow, TableRow
from parcours.table.storage import Storage, StorageError
from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider
from tests.table.sockets import watching
from tests.table.test_storage import change, database, pg, storage  # noqa: F401


def touch(connection: sa.Connection) -> None:
    connection.execute(sa.update(TableRow).where(TableRow.id == "none").values(updated=0.0))


def set_lease(storage: Storage, **values: Any) -> None:  # noqa: F811
    change(storage, sa.update(LeaseRow).values(**values))


def test_a_second_server_does_not_start_and_says_who_is_there(database: str) -> None:  # noqa: F811
    with running(relaxed(database)) as server:
        done = subprocess.run(
            [sys.executable, "-m", "parcours.table.serve", "--port", "0", "--database", database],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 1
        assert "is in use by another Parcours server (process " in done.stderr
        assert "Traceback" not in done.stderr
        assert httpx.get(f"{server.address}api/v1/status", timeout=30).json()["ready"]
    Storage(database, alone=True).close()


def test_what_a_process_that_is_gone_has_held_is_free(storage: Storage) -> None:  # noqa: F811
    url = storage.url.render_as_string(hide_password=False)
    killed = Storage(url, alone=True)
    with pytest.raises(HeldError):
        Storage(url, alone=True)
    set_lease(storage, process="1 0")
    Storage(url, alone=True).close()
    killed.close()


def test_a_holder_elsewhere_is_gone_when_it_does_not_move(storage: Storage) -> None:  # noqa: F811
    url = storage.url.render_as_string(hide_password=False)
    first = Storage(url, alone=True)
    set_lease(storage, machine="elsewhere")
    mine = Lease(storage.engine, "it", patience=0.3)
    with storage.engine.begin() as connection:
        mine.beat(connection)
    outcome = first.write(touch).exception()
    assert isinstance(outcome, StorageError)
    assert "taken over" in str(outcome), "the first one writes nothing any more"
    with pytest.raises(StorageError, match="taken over"):
        first.load("any")
    assert not first.answers()
    first.close()
    with storage.engine.begin() as connection:
        mine.beat(connection)


def test_a_holder_elsewhere_that_moves_is_there(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    first = Storage(storage.url.render_as_string(hide_password=False), alone=True)
    set_lease(storage, machine="elsewhere")
    monkeypatch.setattr(lease.time, "sleep", lambda _: first.write(touch).result())
    with pytest.raises(HeldError, match="in use by another"):
        Lease(storage.engine, "it", patience=60)
    first.close()


def test_a_seat_that_was_claimed_elsewhere_is_not_claimed_again(database: str) -> None:  # noqa: F811
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        rider = Rider(client)
        table = rider.open("me", "friend", "random")
        registry = server.app.state.registry
        assert registry.tables[table.id].seats[1].kind == "open", "it is in memory"
        theirs = keys.hashed("theirs")
        change(registry.storage, sa.update(SeatRow).where(SeatRow.table_id == table.id, SeatRow.seat == 1)
               .values(kind="person", secret=theirs, name="Faster"))  # fmt: skip
        path = f"/tables/{table.id}/seats/1/claim"
        late = rider.post(path, {"invite": table.invites[1], "name": "Late"})
        assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")
        again = rider.post(path, {"invite": table.invites[1], "name": "Late"})
        assert (again.status_code, again.json()["error"]["code"]) == (409, "already_done")
        assert table.get().json()["seats"][1]["name"] == "Faster"
        with registry.storage.engine.connect() as connection:
            held = sa.select(SeatRow.secret).where(SeatRow.table_id == table.id, SeatRow.seat == 1)
            assert connection.execute(held).scalar() == theirs


def test_without_its_database_a_server_lives_and_is_not_ready(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with running(relaxed(str(file))) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        rider = Rider(client)
        table = rider.open("me", "here", "here")
        state_id = table.state(0)["state_id"]
        assert (rider.get("/status").status_code, client.get("live").status_code) == (200, 200)
        file.rename(tmp_path / "elsewhere.db")
        gone = rider.get("/status")
        assert (gone.status_code, gone.json()["ready"]) == (503, False)
        assert client.get("live").json() == {"live": True}
        for answer in (
            rider.get("/tables"), rider.get("/games"), rider.get("/tours"), rider.get("/tables/nowhere"), table.get(),
            table.get("/state", 0), rider.get("/tours/nowhere"), rider.get("/games/leader_one/courses/own-1/file"),
            table.post("/actions", {"action": 5, "state_id": state_id}),
            rider.post("/tables", {"game": "breaking_away"}),
        ):  # fmt: skip
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage"), answer.text
            assert "Try again in" in answer.json()["error"]["message"] or "not" in answer.json()["error"]["message"]
            assert int(answer.headers["retry-after"]) >= 1
        with watching(table, 0) as live:
            assert live.next()["error"]["code"] == "storage"
            with pytest.raises(ConnectionClosed):
                live.next()
        (tmp_path / "elsewhere.db").rename(file)
        assert rider.get("/status").json()["ready"]
        assert table.state(0)["state_id"] == state_id
