"""The command line: `parcours play`, `games`, `simulate`, `ladder`, `sweep`, `record`, `tour`, `standings`, `watch`,
`replay`, `check`, `backup`, `restore`, `figures`, `bench`, `questions` and `warm`.

Everything heavy is imported by the command that needs it, so that `parcours --help` is quick.
"""

from __future__ import annotations

from parcours.cli.frame import app, main

from parcours.cli import races, tours, keeping, lab, measuring, counting, ahead  # isort: skip (in the help's order)

__all__ = ["ahead", "app", "counting", "keeping", "lab", "main", "measuring", "races", "tours"]
