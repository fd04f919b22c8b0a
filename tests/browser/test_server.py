"""The page when its server is cold, falls, and comes back."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from parcours.engine.kernel import cache_root
from tests.browser.conftest import START, Server, answers, is_ready
from tests.browser.riding import Visit, choose, moment, ride_now, until_reads

Own = Callable[..., Server]


def without_kernels_of(game: str, folder: Path) -> Path:
    """A cache as before the first start, as far as one game goes: the others' kernels would only take time."""
    folder.mkdir()
    for kept in cache_root().iterdir():
        if kept.is_dir() and not kept.name.startswith(f"{game}-"):
            shutil.copytree(kept, folder / kept.name)
    return folder


def test_first_start_shows_how_far_it_is_and_goes_on_by_itself(visit: Visit, own_server: Own, tmp_path: Path) -> None:
    server = own_server(PARCOURS_CACHE=str(without_kernels_of("breaking_away", tmp_path / "cache")))
    server.wait(answers)
    page = visit(at=server.address)
    warming = page.get_by_test_id("warming")
    warming.get_by_role("progressbar").wait_for(timeout=START * 1000)
    expect(warming).to_have_text(re.compile("^Warming up: "), use_inner_text=True)
    assert not is_ready(server.address)
    warming.wait_for(state="detached", timeout=START * 1000)
    ride_now(page)
    choose(page)


def test_race_goes_on_when_the_server_falls_and_comes_back(visit: Visit, own_server: Own) -> None:
    server = own_server()
    server.wait(is_ready)
    page = visit(at=server.address)
    ride_now(page)
    for _ in range(4):
        choose(page)
    before = moment(page)

    server.kill()
    down = page.get_by_test_id("line-down")
    down.wait_for()
    page.get_by_test_id("choice").first.click()
    page.get_by_text("The table does not answer.").wait_for()
    page.get_by_test_id("choice").first.wait_for()

    server.start()
    down.wait_for(state="detached", timeout=START * 1000)
    until_reads(page, lambda: moment(page), before)
    page.get_by_text("The table does not answer.").wait_for(state="detached")
    for _ in range(3):
        choose(page)

    page.goto(f"{server.address}/#/")
    page.get_by_test_id("table-link").wait_for()
    server.kill()
    down.wait_for()
