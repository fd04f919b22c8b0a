"""What is stored is the same on SQLite and on a real PostgreSQL that the tests start for themselves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from parcours.table.log import ACTION
from parcours.table.schema import Base, LogRow, SnapshotRow, TableRow
from parcours.table.storage import ConflictError, Storage, StorageError, database_url
from parcours.table.tables import Table
from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.postgres import missing, postgres

KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.skipif(bool(missing()), reason=missing()))]


@pytest.fixture(scope="session")
def pg() -> Iterator[str]:
    with (
        TemporaryDirectory(prefix="parcours-") as own,  # other accounts can't enter pytest's own folders
        postgres(Path(own) / "postgres") as address,
    ):
        yield address


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'tables.db'}"
        return
    address = request.getfixturevalue("pg")
    yield address
    engine = sa.create_engine(database_url(address))
    with engine.begin() as connection:
        Base.metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()


@pytest.fixture
def storage(database: str) -> Iterator[Storage]:
    made = Storage(database)
    yield made
    made.close()


def change(storage: Storage, *statements: Any) -> None:
    with storage.engine.begin() as connection:
        for statement in statements:
            connection.execute(statement)


def ridden(database: str) -> Seated:
    """A table whose race bots rode to its end, at a server that has stopped since."""
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = Rider(client).open("me", "random", "random")
        table.stand_in()
        table.finished()
        return table


def test_migrations_make_what_the_models_say(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    Storage(storage.url.render_as_string(hide_password=False)).close()


def test_a_race_is_where_it_was_left(database: str) -> None:
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = Rider(client).open("me", "here", "here")
        table.ride(20)
        assert table.post("/undo", seat=0).status_code == 200
        table.ride(4)
        table.post("/chat", {"text": "à demain"})
        before = [table.state(seat) for seat in range(3)]
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        again = Seated(Rider(client), table.id, table.secrets, {})
        for seat in range(3):
            state = again.state(seat)
            for part in ("state_id", "scene", "story", "steps", "chat"):
                assert state[part] == before[seat][part]
        assert again.ride(3) == 3


def test_two_writers_of_one_entry(database: str) -> None:
    table = ridden(database)
    storage = Storage(database)
    stored = storage.load(table.id)
    assert stored is not None
    row = dict(stored.log[-1]._mapping)
    ok = {**row, "index": row["index"] + 1}

    def insert(values: dict[str, Any]) -> Any:
        return storage.write(lambda connection: connection.execute(sa.insert(LogRow), [values]) and None)

    futures = [insert(ok), insert(row), insert({**row, "index": row["index"] + 2})]
    outcomes = [future.exception() for future in futures]
    storage.close()
    assert outcomes[0] is None
    assert outcomes[2] is None
    assert isinstance(outcomes[1], ConflictError)


def test_snapshots_can_be_missing_or_wrong(database: str) -> None:
    table = ridden(database)
    storage = Storage(database)

    def state() -> str:
        stored = storage.load(table.id)
        assert stored is not None
        opened = Table(stored)
        assert opened.note is None
        return opened.match.digest()

    try:
        whole = state()
        stored = storage.load(table.id)
        assert stored is not None
        actions = sum(row.kind == ACTION for row in stored.log)
        assert [row.count for row in stored.snapshots] == list(range(64, actions + 1, 64))
        change(storage, sa.update(SnapshotRow).where(SnapshotRow.count >= 128).values(record=b"nonsense"))
        assert state() == whole
        change(storage, sa.update(SnapshotRow).where(SnapshotRow.count == 64).values(layout="another"))
        assert state() == whole
        wrong = bytearray(stored.snapshots[0].record)
        wrong[60] ^= 1
        layout = stored.snapshots[0].layout
        change(
            storage, sa.update(SnapshotRow).where(SnapshotRow.count == 64).values(record=bytes(wrong), layout=layout)
        )
        assert state() == whole
        change(storage, sa.delete(SnapshotRow))
        assert state() == whole
    finally:
        storage.close()


def test_a_race_of_other_rules_is_read_only_where_it_diverges(database: str) -> None:
    table = ridden(database)
    storage = Storage(database)
    change(storage, sa.update(LogRow).values(rules=0))
    stored = storage.load(table.id)
    assert stored is not None
    assert Table(stored).note is None
    change(storage, sa.update(LogRow).where(LogRow.digest.is_not(None), LogRow.index > 100).values(digest="0" * 16))
    storage.close()
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        again = Seated(Rider(client), table.id, table.secrets, {})
        state = again.state(0)
        assert "rules" in state["table"]["note"]
        assert state["scene"]["choices"] == []
        answer = again.post("/actions", {"action": 0, "state_id": state["state_id"]})
        assert answer.json()["error"]["code"] == "read_only"
        assert again.get(f"/steps/{state['steps']}", 0).status_code == 200


def test_undo_is_an_entry_of_the_log(database: str) -> None:
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        table = Rider(client).open("me", "here", "here")
        table.ride(12)
        table.stand_in(0)
        table.stand_in(1)
        table.stand_in(2)
        table.finished()
        assert table.post("/undo", seat=0).json()["scene"]["turn"] == 1
    storage = Storage(database)
    stored = storage.load(table.id)
    storage.close()
    assert stored is not None
    assert [row.index for row in stored.log] == list(range(len(stored.log)))
    undone = [row for row in stored.log if row.kind == "undo"]
    assert undone
    taken = sum(row.code for row in undone)
    opened = Table(stored)
    assert len(opened.match.actions) == sum(row.kind == "action" for row in stored.log) - taken
    assert [row.actor for row in stored.log if row.kind == "handed"] == [0, 1, 2]
    assert all(row.count <= len(opened.match.actions) for row in stored.snapshots)


def test_secrets_are_stored_hashed(database: str) -> None:
    table = ridden(database)
    storage = Storage(database)
    stored = storage.load(table.id)
    with storage.engine.connect() as connection:
        everything = str([connection.execute(sa.select(t)).all() for t in Base.metadata.sorted_tables])
    storage.close()
    assert stored is not None
    assert len(stored.seats[0].secret) == 64
    assert not any(secret in everything for secret in table.secrets.values())


def test_bots_go_on_after_a_restart(database: str) -> None:
    with running(relaxed(database, bot_slots=1)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        tables = [Rider(client).open("sprinter", "random", "sprinter") for _ in range(4)]
    with running(relaxed(database)) as server, httpx.Client(base_url=server.address, timeout=30) as client:
        for table in tables:
            Seated(Rider(client), table.id, {}, {}).finished()
    storage = Storage(database)
    with storage.engine.connect() as connection:
        assert set(connection.execute(sa.select(TableRow.status)).scalars()) == {"finished"}
    storage.close()


@pytest.mark.parametrize(
    "given", ["mysql://x/y", "postgresql://nobody@127.0.0.1:1/x", "/proc/nowhere/tables.db", "://"]
)
def test_databases_that_can_not_be_used(given: str) -> None:
    with pytest.raises(StorageError) as told:
        Storage(given)
    assert "\n" not in str(told.value)
