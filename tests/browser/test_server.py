"""The page when its server is not compiled yet, stops, and comes back."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import parcours
from tests.browser.conftest import START, Server, is_ready, status_of
from tests.browser.riding import TO_DO, Visit, choose, ride_now, state_id, until, until_reads

Own = Callable[..., Server]


def compiling(server: Server) -> list[int]:
    """The processes that compile for a server."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        if parent == server.pid and b"parcours.warming" in words:
            found.append(int(folder.name))
    return found


def kill_one_and_wait_for_another(page: Any, server: Server) -> None:
    until(page, lambda: compiling(server), "a process compiles")
    before = compiling(server)
    os.kill(before[0], signal.SIGKILL)
    until(page, lambda: set(compiling(server)) - set(before), "another process compiles")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes as Linux lists them")
def test_with_nothing_compiled_every_game_is_ridden_to_the_tenth_choice_while_compiling_goes_on(
    visit: Visit, own_server: Own, tmp_path: Path
) -> None:
    server = own_server(PARCOURS_CACHE=str(tmp_path / "cache"))
    server.wait(is_ready)
    page = visit(at=server.address)
    expect(page.get_by_test_id("warming")).to_contain_text(re.compile(r"Speeding up the bots: \d of 10"))
    until(page, lambda: compiling(server), "a process compiles")
    for number, game in enumerate(parcours.game_names()):
        page.goto(f"{server.address}/#/")
        page.get_by_test_id("ride-now").nth(number).click()
        page.wait_for_selector(TO_DO)
        if number == 1:
            kill_one_and_wait_for_another(page, server)
        for _ in range(10):
            choose(page)
        assert page.get_by_test_id("choice").count(), game
        told = status_of(server.address)
        assert told is not None
        assert told["ready"]
    assert (status_of(server.address) or {}).get("compiling") is not None
    assert compiling(server)


def test_race_goes_on_when_the_server_falls_and_comes_back(visit: Visit, own_server: Own) -> None:
    server = own_server()
    server.wait(is_ready)
    page = visit(at=server.address)
    ride_now(page)
    for _ in range(4):
        choose(page)
    before = state_id(page)

    server.kill()
    down = page.get_by_test_id("line-down")
    down.wait_for()
    page.get_by_test_id("choice").first.click()
    page.get_by_text("No answer from the server.").wait_for()
    page.get_by_test_id("choice").first.wait_for()

    server.start()
    down.wait_for(state="detached", timeout=START * 1000)
    until_reads(page, lambda: state_id(page), before)
    page.get_by_text("No answer from the server.").wait_for(state="detached")
    for _ in range(3):
        choose(page)

    page.goto(f"{server.address}/#/")
    page.get_by_test_id("table-link").wait_for()
    server.kill()
    down.wait_for()
