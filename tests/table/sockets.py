"""A live connection for tests: it says hello and keeps every text that comes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import TypeAdapter
from websockets.sync.client import ClientConnection, connect

from parcours.table.messages import ToClient
from parcours.table.models import State
from tests.table.helpers import Seated

SAID: TypeAdapter[Any] = TypeAdapter(ToClient)
"""Everything that a server may say on a live connection."""
TIMES = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|(?<=")\d+-[0-9a-f]{18}(?=")')
"""What changes within a second: times, and the versions of views, which are digests of all that is shown."""


class Live:
    """A connection that remembers what it was told, and accepts nothing that is not in the contract. It keeps the state
    up to date as the page does: it adds the news to the state it has."""

    def __init__(self, socket: ClientConnection, known: dict[str, Any] | None = None) -> None:
        self.socket = socket
        self.texts: list[str] = []
        self.state: dict[str, Any] = known or {}

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, timeout: float = 60) -> dict[str, Any]:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        SAID.validate_json(text)
        message: dict[str, Any] = json.loads(text)
        if message["kind"] in ("state", "news"):
            self.state = taken(self.state, message)
            State.model_validate(self.state)
        return message

    def until(self, wanted: Callable[[dict[str, Any]], bool], timeout: float = 60) -> dict[str, Any]:
        """Wait for the next message that `wanted` accepts."""
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


def taken(known: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    """The state of a client after a message, given the state that it knew."""
    if message["kind"] == "state":
        state: dict[str, Any] = message["state"]
        return state | {"story": known.get("story", [])[: message["story_from"]] + state["story"]}
    assert message["have"] == known["version"]
    state = patched(known, message["changes"])
    added = {name: known[name] + message[name] for name in ("story", "chat")}
    return state | added | {"version": message["version"]}


def patched(old: Any, change: Any) -> Any:
    """The new value, from the old one and a patch of `parcours.table.patches`."""
    if isinstance(old, dict) and isinstance(change, dict):
        return old | {name: patched(old.get(name), value) for name, value in change.items()}
    if isinstance(old, list) and old and isinstance(change, list) and all(isinstance(item, dict) for item in old):
        return [_patched_item(old, item) for item in change]
    return change


def _patched_item(old: list[Any], item: Any) -> Any:
    if isinstance(item, int):
        return old[item]
    return patched(old[item[0]], item[1]) if isinstance(item, list) else item


@contextmanager
def watching(
    table: Seated, seat: int | None = None, hello: bool = True, lang: str = "en", known: dict[str, Any] | None = None
) -> Iterator[Live]:
    """A live connection to a table, in a seat or as a spectator; a client that comes again knows a state already."""
    base = str(table.rider.client.base_url).replace("http", "ws").rstrip("/")
    with connect(f"{base}/api/v1/tables/{table.id}/live", max_size=None) as socket:
        live = Live(socket, known)
        if hello:
            secret = table.secrets[seat] if seat is not None else None
            have = known["version"] if known else None
            live.send({"kind": "hello", "secret": secret, "lang": lang, "have": have})
        yield live
