"""Messages of plain values between two processes: first the length, then the values. Unpacking one never runs code."""

from __future__ import annotations

import io
import pickle
import struct
from typing import Any

SIZE = struct.Struct(">Q")
MOST_MESSAGE = 1 << 28
READY = ""
"""The message that asks whether a process is ready."""


class _Plain(pickle.Unpickler):
    """Reads lists, texts and numbers, and refuses anything that could run."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} is not a plain value")


def packed(value: Any) -> bytes:
    """Plain values as a message to another process."""
    data = pickle.dumps(value)
    return SIZE.pack(len(data)) + data


def unpacked(data: bytes) -> Any:
    """Plain values from another process; anything else is refused."""
    return _Plain(io.BytesIO(data)).load()
