"""One server at a time uses a database: it holds a lease there, and shows with every change that it is alive.

Two servers would each show what they remember, and miss what the other one has written since. So a second server is
refused, and told who holds the database. A lease ends when its holder is gone from this machine, or has shown no sign
of life for a while.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError

from parcours.errors import ParcoursError
from parcours.table.schema import LeaseRow

NAME = "server"
BEAT = 5.0
"""Seconds: a holder shows a sign of life at least this often."""
LEASE = 20.0
"""Seconds without a sign of life after which a holder on another machine counts as gone."""


class HeldError(ParcoursError):
    """Another server holds the database."""


class LostError(ParcoursError):
    """Another server has taken the database over."""


class Lease:
    """This server's hold on a database."""

    def __init__(self, engine: Engine, shown: str, patience: float = LEASE) -> None:
        self._engine, self._shown = engine, shown
        self._holder = secrets.token_hex(16)
        self._take(patience)

    def _take(self, patience: float) -> None:
        end = time.monotonic() + patience
        first = self._holding()
        while not self._try_to_take(first):
            now = self._holding()
            if now is not None and first is not None:
                moved = (now.holder, now.beat) != (first.holder, first.beat)
                if moved or _alive(now):
                    raise HeldError(
                        f"the database {self._shown} is in use by another Parcours server ({now.told}): stop that one, "
                        "or choose another with --database"
                    )
            if time.monotonic() >= end:
                first = now
                self._try_to_take(first, by_force=True)
                return
            time.sleep(min(0.2, patience))

    def _holding(self) -> Any:
        with self._engine.connect() as connection:
            return connection.execute(sa.select(LeaseRow.__table__).where(LeaseRow.name == NAME)).one_or_none()

    def _try_to_take(self, before: Any, by_force: bool = False) -> bool:
        """Take the lease if it is free or held by a dead process of this machine; by force, always. Returns whether it
        worked."""
        values = {"holder": self._holder, "machine": machine(), "process": process(os.getpid()), "beat": 0,
                  "told": f"process {os.getpid()} on {socket.gethostname()[:60]}"}  # fmt: skip
        if before is not None and not by_force and (before.machine != machine() or _alive(before)):
            return False
        with contextlib.suppress(IntegrityError), self._engine.begin() as connection:
            if before is None:
                connection.execute(sa.insert(LeaseRow.__table__), {"name": NAME, **values})  # type: ignore[arg-type]
                return True
            same = sa.update(LeaseRow).where(LeaseRow.name == NAME, LeaseRow.holder == before.holder)
            return connection.execute(same.where(LeaseRow.beat == before.beat).values(**values)).rowcount == 1
        return False

    def beat(self, connection: Connection) -> None:
        """Within a change, show that this server is alive, and make sure that it still holds the database."""
        mine = sa.update(LeaseRow).where(LeaseRow.name == NAME, LeaseRow.holder == self._holder)
        if connection.execute(mine.values(beat=LeaseRow.beat + 1)).rowcount != 1:
            raise LostError(f"another Parcours server has taken over the database {self._shown}")

    def release(self) -> None:
        """Give up the lease, so that the next server need not wait."""
        with self._engine.begin() as connection:
            connection.execute(sa.delete(LeaseRow).where(LeaseRow.name == NAME, LeaseRow.holder == self._holder))


def machine() -> str:
    """A text that identifies this machine, or this container."""
    parts = [socket.gethostname()[:60]]
    for place in ("/proc/sys/kernel/random/boot_id", "/etc/machine-id"):
        with contextlib.suppress(OSError):
            parts.append(Path(place).read_text().strip()[:40])
    with contextlib.suppress(OSError):
        parts.append(os.readlink("/proc/self/ns/pid"))
    return " ".join(parts)


def process(pid: int) -> str:
    """A text that identifies a process: its number and, if the system tells, when it began; empty if there is none."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return "" if told[0] in "ZX" else f"{pid} {told[19]}"
    except OSError:
        if Path("/proc/self/stat").exists():
            return ""
    with contextlib.suppress(OSError):
        os.kill(pid, 0)
        return str(pid)
    return ""


def _alive(row: Any) -> bool:
    """Whether a holder on this machine still runs."""
    return bool(row.machine == machine() and process(int(row.process.partition(" ")[0])) == row.process)
