"""`python -m tests.browser.picture_lessons FOLDER [GAME ...]`: each question of each first lesson as a picture.

The pictures are for somebody to look at: wide and on a phone, in every language of the page.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from parcours.engine.words import LANGUAGES
from tests.browser.conftest import ARGUMENTS, SIZES, chromium, free_port, is_ready
from tests.browser.test_lessons import GAMES, OF_NOW, SPOKEN, poster


def main(folder: Path, games: list[str]) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as kept:
        program = [sys.executable, "-m", "parcours.table.serve", "--port", str(port)]
        server = subprocess.Popen([*program, "--database", f"sqlite:///{kept}/tables.db"], stdout=subprocess.DEVNULL)
        try:
            while not is_ready(address):
                time.sleep(0.5)
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
                for name in games:
                    for language in LANGUAGES:
                        for size in ("wide", "phone"):
                            width, height = SIZES[size]
                            page = browser.new_context(
                                viewport={"width": width, "height": height}, locale=language, reduced_motion="reduce",
                                is_mobile=size == "phone", has_touch=size == "phone",
                            ).new_page()  # fmt: skip
                            page.goto(address)
                            poster(page, name).get_by_test_id("learn").click()
                            take(page, folder / f"{name}-{language}-{size}")
                            page.context.close()
                browser.close()
        finally:
            server.terminate()
            server.wait()


def take(page: Any, start: Path) -> None:
    """A picture of each question, as the coach would answer it."""
    start.parent.mkdir(parents=True, exist_ok=True)
    for number in range(1, 60):
        page.wait_for_selector(SPOKEN)
        page.wait_for_function(OF_NOW)
        page.screenshot(path=f"{start}-{number:02}.png")
        if page.get_by_test_id("coach-end").count():
            return
        before = page.get_by_test_id("table").get_attribute("data-state-id")
        page.get_by_test_id("coach-advice").click()
        page.wait_for_function(
            "(before) => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or GAMES)
