"""A disk that loses what was not synced: `unsynced.c` below SQLite records every write and every sync. When the power
goes, the files are restored to what was certain, plus some of the other writes, whole or torn, or none of them."""

from __future__ import annotations

import os
import random
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).with_name("unsynced.c")
NOTE = struct.Struct("<IIQQQ")
WRITTEN, CUT, SYNCED, REMOVED = 1, 2, 3, 4
FILES = {1: "tables.db", 2: "tables.db-wal"}
SECTOR = 512
"""The number of bytes that a disk writes whole or not at all."""


def missing() -> str:
    """Why this layer can't run here; empty if it can."""
    if not sys.platform.startswith("linux"):
        return "LD_PRELOAD is a matter of Linux"
    return "" if compiler() else "there is no C compiler (cc or gcc)"


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc")


class Disk:
    """The disk of one folder, which holds a database (tables.db)."""

    def __init__(self, folder: Path, built_in: Path) -> None:
        self.folder = folder
        self._notes = folder / "notes"
        self._layer = built_in / "unsynced.so"
        command = [str(compiler()), "-shared", "-fPIC", "-O2", "-o", str(self._layer), str(SOURCE), "-ldl", "-lpthread"]
        subprocess.run(command, check=True, capture_output=True)
        self._certain: dict[int, bytearray] = {}
        self.dropped = 0
        """Writes that were lost so far."""
        self.kept = 0
        """Writes that were not synced and survived nevertheless."""

    @property
    def environment(self) -> Mapping[str, str]:
        """The environment in which a process uses this disk."""
        return {**os.environ, "LD_PRELOAD": str(self._layer), "UNSYNCED": str(self.folder)}

    def begin(self) -> None:
        """From now on, what is in the files is certain. (No process uses them.)"""
        paths = {number: self.folder / name for number, name in FILES.items()}
        self._certain = {number: bytearray(path.read_bytes()) for number, path in paths.items() if path.exists()}
        self._notes.unlink(missing_ok=True)

    def until_written(self, times: int = 1) -> None:
        """Wait until something has been written this many times."""
        for _ in range(times):
            before = self._noted()
            for _ in range(30_000):
                if self._noted() != before:
                    break
                time.sleep(0.002)

    def _noted(self) -> int:
        return self._notes.stat().st_size if self._notes.exists() else 0

    def lose_power(self, luck: random.Random) -> None:
        """The process is gone, and so is everything that was not synced, except what luck lets survive."""
        waiting: list[tuple[int, int, int, int, bytes]] = []
        for what, file, at, number, data in self._read():
            if what == SYNCED:
                for write in waiting:
                    if write[0] == file and write[1] <= at:
                        self._carry_out(*write)
                waiting = [write for write in waiting if write[0] != file or write[1] > at]
            elif what == REMOVED:
                waiting = [write for write in waiting if write[0] != file]
                self._certain.pop(file, None)
            else:
                waiting.append((file, number, what, at, data))
        chance = luck.choice((0.0, 0.5, 0.9))
        for file, number, what, at, data in waiting:
            if luck.random() >= chance:
                self.dropped += 1
                continue
            self.kept += 1
            torn = luck.randrange(0, len(data), SECTOR) if data and luck.random() < 0.3 else len(data)
            self._carry_out(file, number, what, at, data[:torn])
        for path in self.folder.glob("tables.db*"):
            path.unlink()
        for file, certain in self._certain.items():
            (self.folder / FILES[file]).write_bytes(certain)

    def _read(self) -> list[tuple[int, int, int, int, bytes]]:
        """(What, which file, where, number of the note, bytes), in order. The last note may be cut short."""
        notes = self._notes.read_bytes() if self._notes.exists() else b""
        found, begin = [], 0
        while begin + NOTE.size <= len(notes):
            what, file, at, size, number = NOTE.unpack_from(notes, begin)
            begin += NOTE.size
            if begin + size > len(notes):
                break
            found.append((what, file, at, number, notes[begin : begin + size]))
            begin += size
        return found

    def _carry_out(self, file: int, _number: int, what: int, at: int, data: bytes) -> None:
        certain = self._certain.setdefault(file, bytearray())
        if len(certain) < at:
            certain.extend(bytes(at - len(certain)))
        if what == CUT:
            del certain[at:]
        else:
            certain[at : at + len(data)] = data
