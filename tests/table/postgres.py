"""A PostgreSQL server for tests, in a folder of its own, if PostgreSQL is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ACCOUNT = "postgres"
"""The account that runs the server if the tests run as root: PostgreSQL refuses to run as root."""


def programs() -> Path | None:
    """The folder with the newest initdb and pg_ctl."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: float(p.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).parent if on_path else None


def missing() -> str:
    """Why PostgreSQL can't run here; empty if it can."""
    if programs() is None:
        return "PostgreSQL's programs (initdb, pg_ctl) are not installed"
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        return "running as root without runuser: PostgreSQL refuses to run as root"
    return ""


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A server for as long as the block lasts. Gives the address of its database."""
    where = programs()
    assert where is not None
    folder.mkdir(mode=0o700)
    data = folder / "data"
    if os.geteuid() == 0:
        shutil.chown(folder, ACCOUNT)
        for parent in [p for p in folder.parents if p != Path("/")][:-1]:
            parent.chmod(parent.stat().st_mode | 0o011)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _run([where / "initdb", "-D", data, "-U", "parcours", "-A", "trust", "-E", "UTF8", "--locale=C"], folder)
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c shared_buffers=32MB"
    _run([where / "pg_ctl", "-D", data, "-w", "-l", folder / "log", "-o", options, "start"], folder)
    try:
        yield f"postgresql://parcours@127.0.0.1:{port}/postgres"
    finally:
        _run([where / "pg_ctl", "-D", data, "-w", "-m", "immediate", "stop"], folder)


def restart(folder: Path, how: str = "fast") -> None:
    """Stop the server of a folder and start it again. ("immediate": as if the machine had lost power.)"""
    where = programs()
    assert where is not None
    _run([where / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-m", how, "restart"], folder)


def _run(command: Sequence[str | Path], folder: Path) -> None:
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", ACCOUNT, "--", *words]
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}")
