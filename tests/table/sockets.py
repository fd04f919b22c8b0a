"""A live connection for tests: says hello, keeps every text that comes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from operator import or_
from typing import Any

from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection, connect

from parcours.table.messages import TO_CLIENT
from tests.table.helpers import Seated

SAID: TypeAdapter[Any] = TypeAdapter(reduce(or_, TO_CLIENT))
"""Whatever a server may say on a live connection."""


class Live:
    """A connection that remembers what it was told, and takes nothing that the contract does not have."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.texts: list[str] = []

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, timeout: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        SAID.validate_json(text)
        return json.loads(text)  # type: ignore[no-any-return]

    def until(self, wanted: Callable[[dict[str, Any]], bool], timeout: float = 60) -> dict[str, Any]:
        """The next message that is wanted."""
        for _ in range(1000):
            message = self.next(timeout)
            if wanted(message):
                return message
        raise AssertionError("it never came")

    def quiet(self, seconds: float = 0.2) -> bool:
        """Whether nothing comes for a while."""
        try:
            self.next(seconds)
        except TimeoutError:
            return True
        return False


@contextmanager
def watching(
    table: Seated, seat: int | None = None, hello: bool = True, lang: str = "en", moment: str | None = None
) -> Iterator[Live]:
    """A live connection to a table, in a seat or as a spectator."""
    base = str(table.rider.client.base_url).replace("http", "ws").rstrip("/")
    with connect(f"{base}/api/v1/tables/{table.id}/live", max_size=None) as socket:
        live = Live(socket)
        if hello:
            secret = table.secrets[seat] if seat is not None else None
            live.send({"hello": {"secret": secret, "lang": lang, "moment": moment}})
        yield live
