"""Compiling ahead: whatever happens to the compiling process, missing kernels never count as made."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from parcours import warming
from parcours.engine import cache, kernel
from parcours.games import find_game

pytestmark = pytest.mark.skipif(not kernel.COMPILED, reason="compiles the rules")
GAME = "breaking_away"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache for one game, in this process and in the processes that it starts."""
    assert find_game(GAME).loops  # its own kernels stay in the usual cache
    monkeypatch.setenv("PARCOURS_CACHE", str(tmp_path))
    cache._game_cache.cache_clear()
    found = cache.cache_folder(f"parcours.games.{GAME}")
    assert found is not None
    yield found
    cache._game_cache.cache_clear()


def test_a_process_killed_in_the_middle_leaves_nothing_that_counts_as_made(folder: Path) -> None:
    with warming.start_process(GAME, ["ride"]) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if json.loads(line)["done"] == 3:
                break
        process.kill()
    assert not warming.is_made(GAME, "ride")

    with warming.start_process(GAME, ["ride"]) as again:
        again.communicate()
        assert again.returncode == 0
    assert warming.is_made(GAME, "ride")

    kernels = sorted(folder.glob("*.nbc"))
    kernels[len(kernels) // 2].unlink()
    assert not warming.is_made(GAME, "ride")
    with warming.start_process(GAME, ["ride"]) as mending:
        mending.communicate()
        assert mending.returncode == 0
    assert warming.is_made(GAME, "ride")
    assert sorted(folder.glob("*.nbc")) == kernels


def test_on_a_full_disk_nothing_is_kept_and_nothing_counts_as_made(folder: Path) -> None:
    """No file may grow: writing fails, as on a full disk."""
    command = " ".join(warming.command(GAME, ["ride"], 0))
    done = subprocess.run(["sh", "-c", f"ulimit -f 0; exec {command}"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("can't save compiled rules in") == 1
    assert not list(folder.glob("*.nbc"))
    assert not warming.is_made(GAME, "ride")


def test_a_list_of_kernels_that_cannot_be_read_counts_as_none(folder: Path) -> None:
    (folder / "ride.made").write_bytes(b"")
    assert not warming.is_made(GAME, "ride")
    (folder / "ride.made").write_bytes(b"\xff\xfe")
    assert not warming.is_made(GAME, "ride")


def test_a_cache_that_disappears_while_a_kernel_is_made_ready_stops_nobody(folder: Path) -> None:
    called: list[str] = []

    def disappear() -> None:
        called.append("one")
        shutil.rmtree(folder)

    with kernel.progress_to(None):
        kernel.warm(f"parcours.games.{GAME}.loops", [("one", disappear), ("two", lambda: called.append("two"))])
    assert called == ["one", "two"]
    assert not os.path.exists(folder)


def test_a_process_ends_with_whoever_asked_for_it(folder: Path) -> None:
    started = f"subprocess.Popen({warming.command(GAME, ['ride'], 0)!r}).pid"
    asked = f"import subprocess, sys; print({started}, flush=True)"
    with subprocess.Popen([sys.executable, "-c", f"{asked}; sys.stdin.read()"], text=True,
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:  # fmt: skip
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    for _ in range(300):
        if not _lives(child):
            return
        time.sleep(0.1)
    raise AssertionError("it goes on compiling for nobody")


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
