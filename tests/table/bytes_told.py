"""How much data a watcher is sent for an action late in a race, for each game: `python -m tests.table.bytes_told`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx

from parcours.games import GAMES
from tests.table.conftest import relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.sockets import watching

LAST = 30
"""How many actions before the end are measured."""
MOST = 4000


def ride(table: Seated, most: int, acted: Callable[[httpx.Response], None] | None = None) -> int:
    """Ride with every seat until `most` choices are made, or the race is over."""
    actor, made = table.actor(), 0
    while made < most:
        seat = actor if actor in table.secrets else min(table.secrets)
        state = table.state(seat)
        choices = state["clicks"] or state["scene"]["choices"]
        if state["scene"]["over"]:
            break
        choice = choices[made * 7 % len(choices)]
        first, *then = choice["actions"] or [choice["action"]]
        extra = {} if acted is None or "version" not in state else {"have": state["version"]}
        answer = table.post("/actions", {"action": first, "then": then, "state_id": state["state_id"]}, seat, **extra)
        assert answer.status_code == 200, answer.text
        made += 1
        if acted is not None:
            acted(answer)
        actor = table.actor()
    return made


def measure(rider: Rider, game: str) -> str:
    def opened() -> Seated:
        info = next(one for one in rider.get("/games").json() if one["id"] == game)
        seats = ["me"] + ["here"] * (info["default_teams"] - 1)
        routines = info["quick"]["routines"]
        return rider.open(*seats, game=game, seed=1, quick=True, routines=routines)

    whole = ride(opened(), MOST)
    table, answers, pushed = opened(), [], []
    ride(table, whole - LAST)
    with ExitStack() as stack:
        lives = [stack.enter_context(watching(table, seat)) for seat in (None, *table.secrets)]

        def listen(seconds: float) -> None:
            for live in lives:
                with suppress(TimeoutError):
                    while True:
                        live.texts.append(str(live.socket.recv(seconds)))

        listen(0.3)
        full = len(table.get("/state", 0).content)
        before = [len(live.texts) for live in lives]

        def acted(answer: httpx.Response) -> None:
            answers.append(len(answer.content))
            time.sleep(0.06)
            listen(0.02)

        count = ride(table, LAST, acted)
        listen(0.3)
        for live, first in zip(lives, before, strict=True):
            pushed.append(sum(len(text.encode()) for text in live.texts[first:]))
    a_watcher = sum(pushed) / len(pushed) / count
    return (
        f"{game:16} {whole:5} choices  whole state {full / 1000:7.1f} kB  a push {a_watcher / 1000:7.2f} kB "
        f"  an answer {sum(answers) / count / 1000:7.2f} kB"
    )


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(relaxed(str(Path(folder) / "tables.db"))) as server,
        httpx.Client(base_url=server.address, timeout=120) as client,
    ):
        for game in sys.argv[1:] or list(GAMES):
            print(measure(Rider(client), game), flush=True)


if __name__ == "__main__":
    main()
