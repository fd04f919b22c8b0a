"""The example client claims a seat by its link and plays it."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

from tests.table.conftest import Server
from tests.table.helpers import Rider

EXAMPLE = Path(__file__).parents[2] / "examples" / "seat_a_bot.py"


def test_a_bot_of_ones_own(rider: Rider, server: Server) -> None:
    table = rider.open("friend", "random", "sprinter")
    link = f"{server.address}#/t/{table.id}/join/0/{table.invites[0]}"
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), link, "--name", "Ada's bot"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()[-1]
    assert re.fullmatch(r"(?:Red|Blue|Yellow)(?:,? (?:and )?\w+)? wins?", told), told
    assert table.get().json()["seats"][0]["name"] == "Ada's bot"


def test_it_says_what_is_wrong(server: Server) -> None:
    example = runpy.run_path(str(EXAMPLE))
    assert example["LINK"].fullmatch(f"{server.address}#/t/abc/join/1/xyz")
    done = subprocess.run([sys.executable, str(EXAMPLE), "nonsense"], capture_output=True, text=True, check=False)
    assert "no link" in done.stderr
