"""`python -m tests.browser.time_lessons`: how long a first lesson takes from the front page, with two seconds per
choice.

It rides each lesson in a browser as the coach says. The time of the page and the server is measured; two seconds are
added for each choice.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import urllib.request

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, chromium, free_port, status_of
from tests.browser.test_lessons import GAMES, poster, ride_lesson

A_CHOICE = 2.0


def main() -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        program = [sys.executable, "-c", "from parcours.cli import main; main()"]
        wanted = ["play", "--no-browser", "--port", str(port), "--database", f"{folder}/tables.db"]
        server = subprocess.Popen([*program, *wanted], stdout=subprocess.DEVNULL)
        try:
            while status_of(address) is None:
                time.sleep(0.5)
            urllib.request.urlopen(address).close()
            with sync_playwright() as play:
                browser = play.chromium.launch(executable_path=chromium(), args=list(ARGUMENTS))
                for name in GAMES:
                    page = browser.new_context(locale="en").new_page()
                    page.goto(address)
                    began = time.monotonic()
                    poster(page, name).get_by_test_id("learn").click()
                    choices = ride_lesson(page)
                    took = time.monotonic() - began
                    print(f"{name:<16} {choices} choices, {took + A_CHOICE * choices:.0f} s ({took:.0f} s without)")
                    page.context.close()
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
