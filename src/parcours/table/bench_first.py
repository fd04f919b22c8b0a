"""The first minute of a new user, with nothing compiled: in a browser, and from Python."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from parcours.games import GAMES, find_game
from parcours.table.bench_page import answered, open_page, ride_now, visitor
from parcours.table.bench_server import Child, Figure, Helpers, server

CLICKS = 10
"""How many choices are made in each game while kernels are compiled."""
NOTICED = 0.5
"""Seconds after which a running program looks for new kernels again."""

FIRST_MOVE = """
import sys, time
began = time.perf_counter()
import parcours
race = parcours.game(sys.argv[1]).start()
race.play(race.legal()[0])
print(time.perf_counter() - began)
"""


def _name(game: str) -> str:
    return str(find_game(game).name)


def from_python() -> Iterator[Figure]:
    """Time from import to first move, for each game with an empty cache of its own."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            told = subprocess.run(
                [sys.executable, "-c", FIRST_MOVE, game], env={**os.environ, "PARCOURS_CACHE": folder},
                capture_output=True, text=True, check=True,
            )  # fmt: skip
        yield Figure(f"nothing compiled, import to first move: {_name(game)}", float(told.stdout), "s", 5)


def in_a_browser() -> Iterator[Figure]:
    """Ride each game as a new user's first game, on a server of its own with an empty cache. Then measure, on the last
    of these servers, how long compiling everything takes, and how much memory."""
    clicks: list[float] = []
    loads: list[float] = []
    for number, game in enumerate(GAMES):
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
            child = stack.enter_context(server(folder / "tables.db", PARCOURS_CACHE=str(folder / "cache")))
            helpers = Helpers(child.process.pid)
            stack.enter_context(helpers.watching())
            page = stack.enter_context(visitor())
            loads.append(open_page(page, child.address))
            yield Figure(f"nothing compiled, Race now to first choice: {_name(game)}", ride_now(page, number), "s", 3)
            clicks += [1000 * answered(page) for _ in range(CLICKS)]
            loads.append(open_page(page, child.address))
            if number == len(GAMES) - 1:
                yield Figure("a click to its drawn answer meanwhile, median", statistics.median(clicks), "ms", 300)
                yield Figure("a click to its drawn answer meanwhile, worst", max(clicks), "ms", 1500)
                yield Figure("the page meanwhile, median", statistics.median(loads), "s", 1)
                yield Figure("the page meanwhile, worst", max(loads), "s", 1)
                yield from all_compiled(child, helpers, page)


def all_compiled(child: Child, helpers: Helpers, page: Any) -> Iterator[Figure]:
    """Wait until everything is compiled; then ride every game, and ask for hints."""
    while child.call("GET", "/status")["compiling"] is not None:
        time.sleep(0.5)
    yield Figure("all compiled, from the start of the server", time.perf_counter() - child.began, "s")
    yield Figure("memory of the server until then, peak", child.peak_memory(), "MB")
    yield Figure("memory of the processes that compile, peak", helpers.compiling, "MB")
    for number, game in enumerate(GAMES):
        open_page(page, child.address)
        yield Figure(f"all compiled, Race now to first choice: {_name(game)}", ride_now(page, number), "s", 0.7)
        for _ in range(CLICKS):
            answered(page)
            page.wait_for_timeout(1000 * NOTICED / CLICKS)
    for game in GAMES:
        _ask_for_a_hint(child, game)
    helpers.look()
    yield Figure("all compiled and ridden: memory of the server, peak", child.peak_memory(), "MB")
    yield Figure("all compiled and ridden: memory of the server, now", child.memory(), "MB")
    yield Figure(f"memory of {helpers.thinkers} processes that think, peak", helpers.thinking, "MB")


def _ask_for_a_hint(child: Child, game: str) -> None:
    """Ask for a hint at a new table, as soon as there is something to decide."""
    table = child.call("POST", "/tables", {"game": game})
    path, secret = f"/tables/{table['table']['id']}", table["secrets"]["0"]
    while not child.call("GET", f"{path}/state", None, secret)["scene"]["choices"]:
        time.sleep(0.05)
    child.call("POST", f"{path}/hint", None, secret)
