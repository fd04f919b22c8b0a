"""The command line: `parcours play`, `games`, `simulate`, `ladder`, `sweep`, `tour`, `standings`, `watch`, `replay`,
`check`, `figures` and `bench`.

Everything heavy is imported by the command that needs it, so that `parcours --help` is quick.
"""

from __future__ import annotations

from parcours.cli.frame import app, main

from parcours.cli import races, tours, lab, measuring  # isort: skip (the help lists commands in this order)

__all__ = ["app", "lab", "main", "measuring", "races", "tours"]
