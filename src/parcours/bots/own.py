"""Bots that users write: one Python file with one class, `mine.py:Grinder`.

The class has a method `choose(self, race)`. It is given the race as its seat sees it, and answers with one of
`race.legal()`. The bot runs in a process of its own. If it is slow, raises an error or gives an illegal answer, the
game's own bot makes that choice instead, and a warning says why.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import os
import pickle
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parcours.bots.worker import receive, send
from parcours.engine.game import Bot
from parcours.engine.words import Say
from parcours.errors import BadOptionError

if TYPE_CHECKING:
    from parcours.engine.match import Match

logger = logging.getLogger("parcours.bots")
PATIENCE = 5.0
"""Seconds that a bot may think about a choice."""
START = 60.0
"""Seconds that it may take to start. (On a slow machine, loading the rules takes a while.)"""
MOST_LATE = 3
"""A bot that is late this many times in a row is no longer asked."""


class BotFailed(Exception):  # noqa: N818 (a bot fails; the race does not)
    """Why a user's bot gave no legal answer."""


@dataclass(frozen=True)
class OwnBot(Bot):
    """A bot from a file."""

    file: Path = Path()
    patience: float = PATIENCE
    _desk: Worker = field(init=False, repr=False, compare=False, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_desk", Worker(self.file, self.name, self.patience))

    @property
    def thinks(self) -> bool:
        return True

    def choice(self, race: Match, seed: int) -> int:
        action, why = self.answer(race, seed)
        if why:
            logger.warning("%s", why)
        return action

    def answer(self, race: Match, seed: int) -> tuple[int, str]:
        """The bot's action; and, if another bot had to choose for it, why (else "")."""
        try:
            return self._desk.ask(race, seed), ""
        except BotFailed as failure:
            stand_in = race.game.bots[-1]
            why = f"{self.name} ({self.file.name}): {failure}; {stand_in.name} chose for it"
            return race.choice_of(stand_in, seed), why

    def close(self) -> None:
        """End its process."""
        self._desk.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return own_bot, (f"{self.file}:{self.name}", self.patience)


class Worker:
    """The process of one bot: started when it is first asked, and again if it had to be ended."""

    def __init__(self, file: Path, name: str, patience: float) -> None:
        self._file, self._name, self._patience = file, name, patience
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._lock = threading.Lock()
        self._late = 0
        self._told: set[str] = set()
        """The set-ups that the process knows."""

    def ask(self, race: Match, seed: int) -> int:
        """The bot's action in the acting seat of a race. Raises `BotFailed` if there is no legal action in time."""
        with self._lock:
            if self._late >= MOST_LATE:
                raise BotFailed(f"it was too slow {MOST_LATE} times in a row and is no longer asked")
            if self._process is None:
                self._start()
            name = name_of(race)
            if name not in self._told:
                self._exchange({"race": name, "setup": setup_of(race)}, START)
                self._told.add(name)
            answer = self._exchange(
                {
                    "race": name, "seat": race.actor, "luck": int(race.game.bot_key(seed, race.actor)) >> 1,
                    "view": race.view_races(race.actor).tobytes(),
                },
                self._patience,
            )  # fmt: skip
            self._late = 0
        if "error" in answer:
            raise BotFailed(answer["error"])
        action = int(answer["action"])
        if action not in race.legal():
            legal = ", ".join(map(str, race.legal()))
            raise BotFailed(f"action {action} is not legal now (legal: {legal})")
        return action

    def _exchange(self, question: dict[str, Any], patience: float) -> dict[str, Any]:
        """Ask, and wait at most `patience` seconds for the answer."""
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            send(self._process.stdin, pickle.dumps(question))  # type: ignore[arg-type]
            message = self._answers.get(timeout=patience)
        except queue.Empty:
            self._late += 1
            self._end()
            raise BotFailed(f"it thought longer than {patience:g} seconds") from None
        except OSError:
            message = None
        if message is None:
            self._end()
            raise BotFailed("its process has ended")
        return dict(json.loads(message))

    def _start(self) -> None:
        if not self._file.is_file():
            raise BotFailed(f"there is no file {self._file}")
        source = str(Path(__file__).parents[2])
        path = os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._answers = queue.Queue()
        self._told = set()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "parcours.bots.worker", str(self._file), self._name],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"PYTHONPATH": path},
        )  # fmt: skip
        atexit.register(self.close)
        threading.Thread(target=self._listen, args=(self._process, self._answers), daemon=True).start()
        try:
            message = self._answers.get(timeout=START)
        except queue.Empty:
            message = None
        told = json.loads(message) if message else {"error": f"it did not start within {START:g} seconds"}
        if "error" in told:
            self._end()
            raise BotFailed(told["error"])

    @staticmethod
    def _listen(process: subprocess.Popen[bytes], answers: queue.Queue[bytes | None]) -> None:
        """Pass on the messages of the process, until it ends."""
        assert process.stdout is not None
        with process.stdout as stream:
            while (message := receive(stream)) is not None:  # type: ignore[arg-type]
                answers.put(message)
        answers.put(None)

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            if process.stdin is not None:
                with contextlib.suppress(OSError):
                    process.stdin.close()

    def close(self) -> None:
        """End the process, if there is one."""
        with self._lock:
            self._end()
        atexit.unregister(self.close)


def name_of(race: Match) -> str:
    """A name for the set-up of a race; different set-ups have different names."""
    setup = race.setup
    return f"{race.game.id} {setup.course.digest} {setup.teams} {sorted(setup.options.items())} {setup.carried}"


def setup_of(race: Match) -> dict[str, Any]:
    """What a bot is told about the set-up: everything but the luck. (The course comes without cached properties.)"""
    setup = race.setup
    return {
        "game": race.game.id, "teams": setup.teams, "course": replace(setup.course), "carried": dict(setup.carried),
        **setup.options,
    }  # fmt: skip


def is_file_of_bot(name: str) -> bool:
    """Whether a bot is named as FILE.py:CLASS."""
    return ".py:" in name


def own_bot(name: str, patience: float = PATIENCE) -> OwnBot:
    """The bot that `FILE.py:CLASS` names. Its file is read when the bot is first asked."""
    path, _, cls = name.rpartition(":")
    file = Path(path).expanduser().resolve()
    if not file.is_file():
        raise BadOptionError(f"{path}: there is no such file")
    if not cls.isidentifier():
        raise BadOptionError(f"{name}: name your own bot as FILE.py:CLASS")
    about = Say("The host's own bot, from {file}.", file=file.name)
    return OwnBot(cls, 0, Say("{name}", name=cls), about, file=file, patience=patience)
