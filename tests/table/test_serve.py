"""Starting the server: where it listens, what it says, and how it says why it can't start."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from parcours.table.serve import PORT, ServeError, address_of, listen

COMMAND = [sys.executable, "-m", "parcours.table.serve"]


def test_another_port_if_the_usual_one_is_busy() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        ports = {address_of(s).rsplit(":", 1)[1] for s in (first, second)}
        assert len(ports) == 2
        assert all(address_of(s).startswith("http://127.0.0.1:") for s in (first, second))
    assert PORT == 8421


def test_a_port_of_ones_own_is_taken_or_refused() -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        with pytest.raises(ServeError, match="--port"):
            listen("127.0.0.1", busy.getsockname()[1])


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--database", str(tmp_path / "a folder" / "tables.db")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as child:
        assert child.stdout is not None
        line = child.stdout.readline()
        address = line.split()[3]
        assert address.startswith("http://127.0.0.1:")
        assert httpx.get(f"{address}api/v1/status", timeout=30).json()["version"]
        child.send_signal(signal.SIGINT)
        rest = child.stdout.read()
    assert "Traceback" not in rest
    assert (tmp_path / "a folder" / "tables.db").exists()


def test_a_database_that_can_not_be_used(tmp_path: Path) -> None:
    (tmp_path / "no.db").write_text("this is no database, whatever it is called " * 50)
    done = subprocess.run(
        [*COMMAND, "--port", "0", "--database", str(tmp_path / "no.db")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("parcours: the database")
    assert "Traceback" not in done.stderr
