"""Writes the ids of all clauses and the fingerprints of all texts anew: `python -m tests.clauses.renew FOLDER`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

from parcours.games import find_game
from tests.clauses import HERE, runs_in


def main(folder: Path) -> None:
    for spec in sorted((folder / "specs").glob("*.md")):
        text = spec.read_text(encoding="utf-8")
        prefix = find_game(spec.stem).clause_prefix
        found = re.findall(rf"^(?:\| ({prefix}-\w+) \||(?:- )?\*\*Example ({prefix}-\w+))", text, re.M)
        ids = [clause or example for clause, example in found]
        (HERE / f"{spec.stem}.txt").write_text("\n".join(ids) + "\n", encoding="utf-8")
        _keep(f"specs.{spec.stem}", text)
    for book in sorted((folder / "rulebooks").glob("*.txt")):
        _keep(f"rulebooks.{book.name.split('.')[0]}", book.read_text(encoding="utf-8"))


def _keep(name: str, text: str) -> None:
    np.save(HERE / f"{name}.npy", np.array(sorted(runs_in(text)), np.uint64))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
