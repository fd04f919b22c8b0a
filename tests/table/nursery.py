"""A process that has everything loaded and forks a server for each line that it reads, so that a killed server is up
again at once. The servers are processes of their own, and can be killed one by one."""

from __future__ import annotations

import os
import signal
import sys

from parcours.games import GAMES, find_game
from parcours.table import app, bench, serve, storage

LOADED = (app, bench, storage)


def main(port: int, database: str) -> None:
    for name in GAMES:
        race = find_game(name).start()
        race.game.scene(race, race.actor)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("loaded", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            try:
                serve.serve(port=port, database=database, tell=lambda _: None)
            finally:
                os._exit(1)
        print(child, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
