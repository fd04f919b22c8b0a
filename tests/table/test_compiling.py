"""What the server compiles beside serving: in which order, and what happens when its processes die."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parcours.engine import cache, kernel
from parcours.games import GAMES, find_game
from parcours.table.compiling import MOST_TRIES, Compiler

pytestmark = [
    pytest.mark.skipif(not kernel.COMPILED, reason="compiles the rules"),
    pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="looks for processes as Linux lists them"),
]
LONGEST = 60.0
"""Seconds after which something awaited counts as not coming."""


@pytest.fixture
def usual_kernels() -> Path:
    """The usual folder for the kernels of the first game."""
    folder = cache.cache_folder(f"parcours.games.{GAMES[0]}")
    assert folder is not None
    return folder


@pytest.fixture(autouse=True)
def nothing_compiled(usual_kernels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in GAMES:
        assert find_game(name).loops  # its own kernels stay in the usual cache
    monkeypatch.setenv("PARCOURS_CACHE", str(tmp_path / "cache"))
    cache._game_cache.cache_clear()
    yield
    cache._game_cache.cache_clear()


@asynccontextmanager
async def at_work(compiler: Compiler) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(compiler.run())
    try:
        yield task
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def until(true: Callable[[], object], what: str) -> None:
    try:
        async with asyncio.timeout(LONGEST):
            while not true():
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise AssertionError(f"it never came: {what}") from None


def being_compiled(compiler: Compiler) -> set[tuple[str, str]]:
    """The game and the kind of each process that compiles."""
    found = set()
    for process in compiler.processes():
        with contextlib.suppress(OSError):
            words = Path(f"/proc/{process}/cmdline").read_bytes().decode().split("\0")
            if "parcours.warming" in words:
                found.add((words[-3], words[-2]))
    return found


def test_the_game_that_somebody_rides_moves_to_the_front() -> None:
    async def ride() -> None:
        compiler = Compiler(GAMES)
        async with at_work(compiler):
            await until(lambda: (GAMES[0], "ride") in being_compiled(compiler), "the first game is compiled")
            before = compiler.processes()
            compiler.want(GAMES[-1])
            await until(lambda: (GAMES[-1], "ride") in being_compiled(compiler), "its rider's game is compiled")
            assert not set(before) <= set(compiler.processes())
            assert not compiler.given_up

    asyncio.run(ride())


def test_the_game_that_was_asked_for_last_is_compiled_first() -> None:
    async def ride() -> None:
        compiler = Compiler(GAMES)
        for game in (GAMES[3], GAMES[1], GAMES[2], GAMES[3]):
            compiler.want(game)
        async with at_work(compiler):
            await until(lambda: being_compiled(compiler), "a game is compiled")
            assert (GAMES[3], "ride") in being_compiled(compiler)
            told = compiler.progress
            assert told is not None
            assert (told["game"], told["done"], told["total"]) == (str(find_game(GAMES[3]).name), 0, 2 * len(GAMES))

    asyncio.run(ride())


def test_a_process_that_is_killed_is_started_again_and_in_the_end_it_goes_without() -> None:
    async def ride() -> None:
        compiler = Compiler(GAMES[:1])
        killed: set[int] = set()
        async with at_work(compiler) as working:
            for _ in range(2 * MOST_TRIES):
                await until(lambda: set(compiler.processes()) - killed, "another process compiles")
                (process,) = set(compiler.processes()) - killed
                killed.add(process)
                os.kill(process, signal.SIGKILL)
            await asyncio.wait_for(working, LONGEST)
        assert compiler.given_up == {(GAMES[0], "ride"), (GAMES[0], "search")}
        assert compiler.progress is None
        assert compiler.left() == (0, 2)
        assert compiler.processes() == []

    asyncio.run(ride())


def test_where_nothing_can_be_kept_nothing_is_compiled(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file stands where the folder should be")

    async def ride() -> None:
        compiler = Compiler(GAMES)
        await asyncio.wait_for(compiler.run(), LONGEST)
        assert compiler.given_up == {(game, kind) for game in GAMES for kind in ("ride", "search")}
        assert compiler.progress is None

    asyncio.run(ride())


def test_a_server_that_stops_takes_its_processes_along() -> None:
    async def ride() -> list[int]:
        compiler = Compiler(GAMES)
        async with at_work(compiler):
            await until(compiler.processes, "a process compiles")
            return compiler.processes()

    for process in asyncio.run(ride()):
        with contextlib.suppress(OSError):
            os.kill(process, 0)
            assert Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


def test_a_game_is_compiled_and_then_there_is_nothing_left(usual_kernels: Path) -> None:
    """The compiler finds the kernels of the usual cache, as far as there are any, but not the lists of made kernels."""
    copy = cache.cache_folder(f"parcours.games.{GAMES[0]}")
    assert copy is not None
    shutil.copytree(usual_kernels, copy, ignore=shutil.ignore_patterns("*.made"), dirs_exist_ok=True)

    async def ride() -> None:
        compiler = Compiler(GAMES[:1])
        assert compiler.left() == (2, 2)
        await asyncio.wait_for(compiler.run(), 10 * LONGEST)
        assert compiler.is_ready(GAMES[0], "ride")
        assert compiler.is_ready(GAMES[0], "search")
        assert (compiler.progress, compiler.left(), compiler.given_up) == (None, (0, 2), set())

    asyncio.run(ride())
