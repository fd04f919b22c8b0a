"""The process in which a user's bot thinks. `own` starts it and talks to it over its standard input and output.

Whatever goes wrong here (an endless loop, a crash, an exit), the race outside goes on.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pickle
import struct
import sys
import traceback
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from parcours.games import find_game

SIZE = struct.Struct("<I")


def send(stream: BinaryIO, message: bytes) -> None:
    """Send one message, preceded by its length."""
    stream.write(SIZE.pack(len(message)) + message)
    stream.flush()


def receive(stream: BinaryIO) -> bytes | None:
    """The next message; None if the other side has gone."""
    head = stream.read(SIZE.size)
    if head is None or len(head) < SIZE.size:
        return None
    (length,) = SIZE.unpack(head)
    message = stream.read(length)
    return message if len(message) == length else None


def load_class(file: Path, name: str) -> Any:
    """The class of that name in a Python file."""
    spec = importlib.util.spec_from_file_location(f"own_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.parent))
    spec.loader.exec_module(module)
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise ImportError(f"{file.name} has no class {name}")
    if not callable(getattr(found, "choose", None)):
        raise ImportError(f"{name} in {file.name} has no method choose(self, race)")
    return found


def tell(error: BaseException) -> str:
    """An error in one line, with the last place outside this file, which is usually in the bot's own."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != __file__]
    where = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return " ".join(f"{type(error).__name__}: {error}{where}".split())


class Desk:
    """Answers questions: the race is set up once, then only views come in."""

    def __init__(self, file: Path, name: str) -> None:
        self.bot = load_class(file, name)()
        self._races: dict[str, Any] = {}

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """The bot's action, or what went wrong. A question with a set-up only prepares the race."""
        if "setup" in question:
            told = dict(question["setup"])
            game = find_game(told.pop("game"))
            self._races[question["race"]] = game.start(manual_chance=True, **told)
            return {"ready": True}
        try:
            chosen = self.bot.choose(self._seen(question))
        except Exception as error:
            return {"error": tell(error)}
        if isinstance(chosen, bool) or not isinstance(chosen, int | np.integer):
            return {"error": f"it answered {chosen!r}, which is not an action code"}
        return {"action": int(chosen)}

    def _seen(self, question: dict[str, Any]) -> Any:
        race = self._races[question["race"]].copy()
        race.races.view(np.uint8)[:] = np.frombuffer(question["view"], np.uint8)
        race.look_again()
        return race.seen_by(question["seat"], question["luck"])


def main() -> int:
    """`python -m parcours.bots.worker FILE CLASS`, started by `own`."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the bot prints goes to stderr
    try:
        desk = Desk(Path(sys.argv[1]), sys.argv[2])
    except BaseException as error:
        send(answers, json.dumps({"error": tell(error)}).encode())
        return 1
    send(answers, json.dumps({"ready": True}).encode())
    while (message := receive(sys.stdin.buffer)) is not None:
        send(answers, json.dumps(desk.answer(pickle.loads(message))).encode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
