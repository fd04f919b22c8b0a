"""A real server on a database of its own, and a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "parcours" / "table" / "page" / "index.html"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
START = 180.0
"""Seconds that a server may take to be ready: with a cold cache it compiles the rules first."""


def chromium() -> str | None:
    return os.environ.get("PARCOURS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_ready(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/v1/status", timeout=5) as answer:
            return b'"ready":true' in answer.read().replace(b" ", b"")
    except OSError:
        return False


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running table."""
    if not PAGE.exists():
        pytest.skip("the page is not built: run `npm install && npm run build` in web/")
    folder = tmp_path_factory.mktemp("table")
    address = f"http://127.0.0.1:{(port := free_port())}"
    command = [sys.executable, "-m", "parcours.table.serve", "--port", str(port)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([*command, "--database", f"sqlite:///{folder / 'table.db'}"], stdout=log, stderr=log)
        try:
            end = time.monotonic() + START
            while not is_ready(address):
                if server.poll() is not None or time.monotonic() > end:
                    pytest.fail(f"the server did not start:\n{(folder / 'log').read_text()}")
                time.sleep(0.2)
            yield address
        finally:
            server.terminate()
            server.wait(20)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium found: install Debian's `chromium`, or name one in PARCOURS_CHROMIUM")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright for Python is not installed")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, table: str) -> Iterator[Callable[..., Any]]:
    """Open the page as a new visitor; at the end nothing may have gone wrong in any visitor's console."""
    contexts: list[Any] = []
    trouble: list[str] = []

    def heard(message: Any) -> None:
        refused = "Failed to load resource" in message.text
        if message.type == "error" and not refused:
            trouble.append(message.text)

    def visit(
        path: str = "", *, phone: bool = False, motion: bool = False, language: str = "en-GB", dark: bool = False
    ) -> Any:
        context = browser.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1440, "height": 900},
            has_touch=phone, is_mobile=phone, locale=language, color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )  # fmt: skip
        context.set_default_timeout(20_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"{table}/{path}")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert trouble == []
