"""Tables for tests: a real server on a free port of this machine, in a thread, and a client that rides at it."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import copy_context

import httpx
import pytest
import uvicorn
from fastapi import FastAPI

from parcours.table import keys
from parcours.table.app import create_app
from parcours.table.serve import address_of, listen, server_config
from parcours.table.settings import Rate, Settings
from tests.luck import luck_of
from tests.table.helpers import Rider

OFTEN = Rate(1e6, 1_000_000)


def relaxed(database: str, **more: object) -> Settings:
    """Settings for tests: no limits on rates."""
    limits = {"requests": OFTEN, "new_tables": OFTEN, "wrong_secrets": OFTEN, "chat": OFTEN, **more}
    return Settings(database=database, **limits)  # type: ignore[arg-type]


class Server(uvicorn.Server):
    """A server in a thread, with access to its application."""

    app: FastAPI
    address: str


@contextmanager
def running(settings: Settings) -> Iterator[Server]:
    """A server for as long as the block lasts."""
    listening = listen("127.0.0.1", 0)
    app = create_app(settings)
    server = Server(server_config(app))
    server.app, server.address = app, address_of(listening)
    context = copy_context()  # so that uncompiled rules overflow in silence there, too
    thread = threading.Thread(target=lambda: context.run(asyncio.run, server.serve([listening])))
    thread.start()
    try:
        with httpx.Client() as client:
            for _ in range(600):
                try:
                    if client.get(f"{server.address}api/v1/status", timeout=10).json()["ready"]:
                        break
                except httpx.TransportError:
                    pass
                threading.Event().wait(0.02)
        yield server
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that a test opens have the same luck in every run: the luck of a seed, not sealed."""
    luck = random.Random(luck_of(request.node.nodeid))
    monkeypatch.setattr(keys, "new_seed", lambda: luck.getrandbits(63))
    monkeypatch.setattr(keys, "new_luck", lambda: b"")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('table') / 'tables.db'}"


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Server]:
    """A server that the tests of a file share; each test has tables of its own."""
    with running(relaxed(database)) as made:
        yield made


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=30) as made:
        yield made


@pytest.fixture
def rider(client: httpx.Client) -> Rider:
    return Rider(client)
