"""Compiling a game's kernels ahead, in a separate process: `python -m parcours.warming NICENESS GAME [KIND...]`.

Riding needs none of this: rules run uncompiled until their kernels are in the cache. The process reports its progress
on stdout, one line of JSON per step. However it ends, races go on.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from parcours.engine import kernel, linking
from parcours.engine.cache import cache_folder
from parcours.engine.kernel import COMPILED, cores

if TYPE_CHECKING:
    from parcours.engine.game import Game

KINDS = ("ride", "search", "many")
"""What is compiled: everything that one race needs; the search, for bots that think, hints and reviews; the loops that
ride many races at once (batches, the vector form)."""
GIVE_WAY = 15
"""The niceness of compiling: how far it gives way to everything else."""

Step = tuple[str, Callable[[], object]]
OnStep = Callable[[str, int, int], object]
"""Called before each step with its name, how many steps are done, and how many there are."""


def is_made(game: str, kind: str) -> bool:
    """Whether all files of these kernels are in the cache."""
    if not COMPILED:
        return True
    folder = cache_folder(f"parcours.games.{game}")
    if folder is None:
        return False
    try:
        files = (folder / f"{kind}.made").read_text().split()
    except (OSError, UnicodeDecodeError):
        return False
    return bool(files) and all(os.path.exists(folder / name) for name in files)


def can_be_kept(game: str) -> bool:
    """Whether there is a folder to keep kernels in."""
    return cache_folder(f"parcours.games.{game}") is not None


def make(game: Game, kind: str, on_step: OnStep = lambda *_: None) -> bool:
    """Compile these kernels, here and now. Returns whether they are in the cache afterwards."""
    steps = {"ride": _ride_steps, "search": _search_steps, "many": _many_steps}[kind](game)
    with linking.compiled_here(), kernel.progress_to(None):
        for done, (name, call) in enumerate(steps):
            on_step(name, done, len(steps))
            call()
    on_step("", len(steps), len(steps))
    folder = cache_folder(f"parcours.games.{game.id}")
    files = [entry.files for entry in entries(game, kind)]
    if folder is not None and all(files):
        with contextlib.suppress(OSError):
            listed = folder / f"{kind}.{os.getpid()}"
            listed.write_text("\n".join(name for names in files for name in names))
            listed.replace(folder / f"{kind}.made")
    return is_made(game.id, kind)


def entries(game: Game, kind: str) -> list[Any]:
    """The entries of a game that a kind of kernels covers, as far as they are loaded."""
    modules = [m for name, m in sorted(sys.modules.items()) if f"{name}.".startswith(f"parcours.games.{game.id}.")]
    found = {id(one): one for m in modules for one in vars(m).values() if isinstance(one, linking.Entry)}
    searching = vars(sys.modules.get(f"parcours.games.{game.id}.tree")) if kind == "search" else {}
    return {
        "ride": [one for one in found.values() if not one.at_once],
        "search": [one for one in searching.values() if isinstance(one, linking.Entry)],
        "many": [one for one in vars(game.loops).values() if isinstance(one, linking.Entry) and one.at_once],
    }[kind]


def _ride_steps(game: Game) -> list[Step]:
    """Ride a race and look at it, until every kernel that this needs has been called."""
    course = game.course()
    race, own = game.start(seed=1), game.bots[-1]
    road, codes, chances = course.road, game.codes_buffer(), game.chances_buffer()
    loops = game.loops

    def ride_on() -> None:
        ridden = race.copy()
        while not ridden.over and not all(one.ready for one in entries(game, "ride")):
            game.scene(ridden, ridden.actor)
            ridden.play(ridden.choice_of(own))

    return [
        ("set_up", lambda: game.start(seed=1)),
        ("legal", lambda: loops.look(race.races.copy(), road, codes)),
        ("play", lambda: race.copy().play(race.legal()[0])),
        ("chance", lambda: loops.roll_one(race.races.copy(), road, game.luck_key(0), codes, chances)),
        ("weights", lambda: loops.read_weights(race.races.copy(), road, chances)),
        ("view", lambda: race.view(0)),
        ("guess", lambda: race.guess(0, 1)),
        ("result", race.standings),
        ("bots", lambda: race.choice_of(own)),
        ("scene", ride_on),
    ]


def _search_steps(game: Game) -> list[Step]:
    from parcours.bots.search import Budget, search

    return [("search", lambda: search(game.start(), Budget(iterations=1)))]


def _many_steps(game: Game) -> list[Step]:
    batch = game.batch(1, seed=1)

    def again() -> None:
        batch.restart()
        batch.play_out([game.bots[-1]] * batch.teams)

    return [
        ("mask", batch.legal_mask),
        ("step", lambda: batch.step(batch.legal_mask().argmax(axis=1))),
        ("play_out", batch.play_out),
        ("play_out_bots", again),
    ]


# ------------------------------------------------------------------------------------------------ as a process


def command(game: str, kinds: Sequence[str] = KINDS, niceness: int = GIVE_WAY) -> list[str]:
    """The command that compiles a game's kernels."""
    return [sys.executable, "-m", "parcours.warming", str(niceness), game, *kinds]


def start_process(game: str, kinds: Sequence[str] = KINDS) -> subprocess.Popen[str]:
    """Compile in a separate process, which reports its progress on its stdout."""
    return subprocess.Popen(
        command(game, kinds, niceness=0), text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip


OnProgress = Callable[[str, float, str], object]
"""Called with how far a game is: its name, how many kinds of kernels are done, and what is being compiled now."""


def make_ahead(games: Sequence[str], on_progress: OnProgress = lambda *_: None, most: int | None = None) -> list[str]:
    """Compile each game in a separate process, `most` at a time, and wait for all of them. Returns the games that are
    still uncompiled."""

    def one(game: str) -> bool:
        if all(is_made(game, kind) for kind in KINDS):
            on_progress(game, len(KINDS), "")
            return True
        with start_process(game) as process:
            for line in process.stdout or ():
                with contextlib.suppress(ValueError, KeyError):
                    step = json.loads(line)
                    if step["step"]:  # otherwise a kind has ended; the end of everything is reported below
                        on_progress(game, KINDS.index(step["kind"]) + step["done"] / step["total"], step["step"])
        made = process.returncode == 0 and all(is_made(game, kind) for kind in KINDS)
        if made:
            on_progress(game, len(KINDS), "")
        return made

    with ThreadPoolExecutor(cores(most)) as pool:
        return [game for game, made in zip(games, pool.map(one, games), strict=True) if not made]


@contextlib.contextmanager
def _alone(game: str) -> Iterator[None]:
    """Let only one process compile a game; another one that comes to do the same waits, and finds it done."""
    folder = cache_folder(f"parcours.games.{game}")
    if folder is None:
        yield
        return
    with (Path(folder) / "compiling").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _end_with(parent: int) -> None:
    """Stop compiling once the process that asked for the kernels is gone, killed or not."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def main(arguments: Sequence[str]) -> int:
    """Compile what is not in the cache yet."""
    from parcours.games import find_game

    Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    niceness, name, *kinds = arguments
    with contextlib.suppress(OSError):
        os.nice(int(niceness))
    began = time.perf_counter()

    def tell(kind: str, step: str, done: int, total: int) -> None:
        took = round(time.perf_counter() - began, 2)
        with contextlib.suppress(OSError):  # nobody listens any more
            print(json.dumps({"kind": kind, "step": step, "done": done, "total": total, "seconds": took}), flush=True)

    made = True
    with _alone(name):
        for kind in kinds or KINDS:
            if not is_made(name, kind):
                made &= make(find_game(name), kind, partial(tell, kind))
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
