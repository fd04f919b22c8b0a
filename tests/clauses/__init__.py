"""The clauses of the specifications, by their ids, and fingerprints of the texts that ours must not copy.

The specifications and rulebooks themselves are not part of the project. For those who have them,
`python -m tests.clauses.renew FOLDER` reads them (`FOLDER/specs`, `FOLDER/rulebooks`).
"""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
SHORTEST_COPY = 8
"""This many words in a row, shared with another text, are a copy."""


def clauses_of(game: str) -> list[str]:
    """The clauses and examples of a game's specification, in its order."""
    return (HERE / f"{game}.txt").read_text(encoding="utf-8").split()


def runs_in(text: str) -> dict[int, str]:
    """Every run of that many words in a text, by its fingerprint."""
    words = re.findall(r"\w+", text.lower())
    runs = (" ".join(words[i : i + SHORTEST_COPY]) for i in range(len(words) - SHORTEST_COPY + 1))
    return {int.from_bytes(blake2b(run.encode(), digest_size=6).digest(), "big"): run for run in runs}


def known_runs(name: str) -> set[int]:
    """The fingerprints of a specification (`specs.GAME`) or a rulebook (`rulebooks.GAME`)."""
    return set(np.load(HERE / f"{name}.npy").tolist())
