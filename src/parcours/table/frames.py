"""Plain values on their way between two processes: how long they are, then what they are. Nothing in them can run."""

from __future__ import annotations

import io
import pickle
import struct
from typing import Any

SIZE = struct.Struct(">Q")
MOST_MESSAGE = 1 << 28
READY = ""
"""The question whether somebody answers."""


class _Plain(pickle.Unpickler):
    """Lists, texts and numbers, and nothing that could run."""

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"{module}.{name} is no plain value")


def packed(value: Any) -> bytes:
    """Plain values, on their way to another process."""
    data = pickle.dumps(value)
    return SIZE.pack(len(data)) + data


def unpacked(data: bytes) -> Any:
    """Plain values from another process; anything else is refused."""
    return _Plain(io.BytesIO(data)).load()
