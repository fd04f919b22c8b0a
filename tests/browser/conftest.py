"""A real server on a database of its own, and a real Chromium in front of it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.late import LATE, late_line
from tests.luck import luck_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "parcours" / "table" / "page" / "index.html"
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
FAILED = pytest.StashKey[bool]()
PICTURES = ROOT / "build" / "failed"
"""What every visitor saw when a test failed is kept here."""
START = 180.0
"""Seconds that a server may take to be ready on a slow machine."""
expect.set_options(timeout=60_000)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note whether a test has failed, for the fixtures that clean up after it."""
    report = yield
    item.stash[FAILED] = report.when == "call" and report.failed
    return report


def chromium() -> str | None:
    return os.environ.get("PARCOURS_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def status_of(address: str) -> dict[str, Any] | None:
    """What a server says about itself; None before it answers."""
    try:
        with urllib.request.urlopen(f"{address}/api/v1/status", timeout=5) as answer:
            told: dict[str, Any] = json.load(answer)
            return told
    except OSError:
        return None


def is_ready(address: str) -> bool:
    return bool((status_of(address) or {}).get("ready"))


class Server:
    """A server process for a test, on a port and a database that stay when it is started again."""

    def __init__(self, folder: Path, *arguments: str, module: str = "parcours.table.serve", **environment: str) -> None:
        if not PAGE.exists():
            pytest.skip("the page is not built: run `npm install && npm run build` in web/")
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{late_line(self.port) if LATE else self.port}"
        self._module, self._arguments = module, arguments
        self._environment = {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", self._module, "--port", str(self.port)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--database", f"sqlite:///{self.folder / 'table.db'}", *self._arguments],
                stdout=log, stderr=log, env=self._environment,
            )  # fmt: skip

    def wait(self, reached: Callable[[str], bool]) -> None:
        """Wait until the server has come so far."""
        end = time.monotonic() + START
        while not reached(self.address):
            if self._process is None or self._process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"the server did not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.1)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Stop it as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(20)
            self._process = None


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running table."""
    server = Server(tmp_path_factory.mktemp("table"))
    try:
        server.start()
        server.wait(is_ready)
        yield server.address
    finally:
        server.kill()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server for one test alone."""
    servers: list[Server] = []

    def own(*arguments: str, **environment: str) -> Server:
        servers.append(Server(tmp_path, *arguments, **environment))
        servers[-1].start()
        return servers[-1]

    yield own
    for server in servers:
        server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    path = chromium()
    if path is None:
        pytest.skip("no Chromium found: install Debian's `chromium`, or name one in PARCOURS_CHROMIUM")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


SAME_LUCK = """(luck => {
    const { fetch } = window;
    window.fetch = (where, how) => {
        if (how?.method === 'POST' && /\\/(tables|tours)(\\?|$)/.test(where)) {
            const asked = JSON.parse(how.body);
            const friends = asked.seats?.some(seat => seat.kind === 'friend');
            if (!friends) how = { ...how, body: JSON.stringify({ ...asked, seed: luck }) };
        }
        return fetch(where, how);
    };
})"""
"""Gives races without friends the seed of the test. (Races with friends draw their own luck.)"""

SIZES = {"wide": (1440, 900), "phone": (390, 844), "sideways": (844, 390)}


@pytest.fixture
def visit(browser: Any, request: pytest.FixtureRequest) -> Iterator[Callable[..., Any]]:
    """Open the page as a new visitor. At the end, no visitor's console may hold an error."""
    contexts: list[Any] = []
    trouble: list[str] = []

    def visit(
        path: str = "", *, phone: bool = False, size: str = "", motion: bool = False, language: str = "en-GB",
        dark: bool = False, script: str = "", at: str = "",
    ) -> Any:  # fmt: skip
        expected = ["Failed to load resource", *(["WebSocket connection to"] if at else [])]

        def heard(message: Any) -> None:
            if message.type == "error" and not any(words in message.text for words in expected):
                trouble.append(message.text)

        size = size or ("phone" if phone else "wide")
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size != "wide", is_mobile=size != "wide",
            locale=language, color_scheme="dark" if dark else "light",
            reduced_motion="no-preference" if motion else "reduce",
        )  # fmt: skip
        context.set_default_timeout(60_000)
        contexts.append(context)
        context.add_init_script(f"{SAME_LUCK}({luck_of(request.node.nodeid)})")
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(f"{at or request.getfixturevalue('table')}/{path}")
        return page

    yield visit
    for number, context in enumerate(contexts):
        for page in context.pages if request.node.stash[FAILED] else ():
            page.screenshot(path=PICTURES / f"{request.node.name}-{number}.png")
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # nobody needs the requests that are still under way
        context.close()
    assert trouble == []
