"""The process that reads foreign files: `python -m parcours.table.reader`. It may die over one; the table goes on.

It takes (kind, what is given) on stdin and answers on stdout with plain values: what the file tells, ridden and ready
to be written; or its fault, with the place. Rules ride compiled where their kernels are kept, and plainly elsewhere:
nothing is compiled here.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, BinaryIO

from parcours.engine.documents import COURSE, DocumentError, read_toml
from parcours.engine.racefile import read_race
from parcours.errors import CourseError, ParcoursError, RaceFileError
from parcours.games import find_game
from parcours.table.courses import LONGEST_NAME
from parcours.table.frames import READY, SIZE, packed, unpacked
from parcours.table.opening import file_wish, prepare_table
from parcours.table.refusals import Refused
from parcours.table.touring import prepare_tour
from parcours.tours.tourfile import read_tour

GIVE_WAY = 10
NICE_FAULT = 2000
"""No fault is told in more characters."""


# ---------------------------------------------------------------------------------------------------- what is read


def course(text: str) -> dict[str, Any]:
    """A course file of any game: which game's, and its name."""
    try:
        top = read_toml(text, COURSE)
    except DocumentError as error:
        raise ParcoursError(f"line {error.line}: {error.what}" if error.line else f"it {error.what}") from None
    named = top.get("game")
    if not isinstance(named, str):
        raise CourseError("course.toml", "game", "is missing: a course file names its game")
    found = find_game(named).read_course("course.toml", text)
    return {"game": named, "name": str(top.get("name", found.name))[:LONGEST_NAME]}


def race(text: str, luck: int, secret: bytes) -> dict[str, Any]:
    """A race file: a table at which the race stands as the file tells."""
    return asdict(prepare_table(file_wish(read_race(text), luck, secret)))


def tour(text: str) -> dict[str, Any]:
    """A tour file: its tour, and a table for each race."""
    return asdict(prepare_tour(read_tour(text)))


KINDS: dict[str, Callable[..., dict[str, Any]]] = {"course": course, "race": race, "tour": tour}


def answer(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a file tells, or its fault: line, words and clause."""
    try:
        return {"told": KINDS[kind](**given)}
    except Refused as refused:
        return _fault(str(refused.message), clause=refused.clause)
    except RaceFileError as error:
        return _fault(error.what, error.line)
    except CourseError as error:
        return _fault(str(error), clause=error.clause)
    except ParcoursError as error:
        return _fault(str(error))
    except MemoryError:
        return {"costs": "memory"}
    except RecursionError:
        return _fault("its parts lie too deep within each other")


def _fault(what: str, line: int = 0, clause: str | None = None) -> dict[str, Any]:
    return {"fault": {"what": what[:NICE_FAULT], "line": line, "clause": clause or None}}


# ---------------------------------------------------------------------------------------------------- the process


def bound_memory(more: int) -> None:
    """From now on this process may take that many bytes more, and no core is written where it dies over that."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open("/proc/self/statm") as told:
            now = int(told.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + more, now + more))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read(stream: BinaryIO, size: int) -> bytes:
    found = stream.read(size)
    if len(found) != size:
        raise EOFError
    return found


def serve(questions: BinaryIO, answers: BinaryIO, seconds: float) -> None:
    """Answer until nobody asks any more. A question that takes more seconds of a core ends the process: on a machine
    that has much to do a file may take longer by the clock, but costs no more."""
    with contextlib.suppress(EOFError):
        while True:
            (size,) = SIZE.unpack(_read(questions, SIZE.size))
            kind, given = unpacked(_read(questions, size))
            if kind == READY:
                told: dict[str, Any] = {}
            else:
                signal.setitimer(signal.ITIMER_PROF, seconds)
                told = answer(kind, given)
                signal.setitimer(signal.ITIMER_PROF, 0)
            answers.write(packed(told))
            answers.flush()


def main() -> None:
    """Begin: out of everybody's way, with bounds."""
    memory, seconds = int(sys.argv[1]), float(sys.argv[2])
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints does not answer
    with contextlib.suppress(OSError):
        os.nice(GIVE_WAY)
    bound_memory(memory)
    serve(sys.stdin.buffer, answers, seconds)


if __name__ == "__main__":
    main()
