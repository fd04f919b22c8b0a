"""The process that reads uploaded files: `python -m parcours.table.reader`. A file may kill it; the table goes on.

It takes (kind, given values) on stdin and answers on stdout with plain values: what the file holds, ridden and ready to
be saved; or what is wrong with it, and where. Rules run compiled if their kernels are in the cache, and as plain Python
otherwise: nothing is compiled here.
"""

from __future__ import annotations

import contextlib
import os
import re
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
MOST_FAULT = 2000
"""The most characters of a fault's text."""
FIELD = re.compile(r"[a-z_]{1,40}(\[\d{1,6}\])?(\.[a-z_]{1,40}(\[\d{1,6}\])?){0,3}")
"""The name of a field of a course file, which is the same in every language."""


# ---------------------------------------------------------------------------------------------------- what is read


def course(text: str) -> dict[str, Any]:
    """A course file of any game: the game's id, and the course's name."""
    top = read_toml(text, COURSE)
    named = top.get("game")
    if not isinstance(named, str):
        raise CourseError("course.toml", "game", "is missing: a course file must name its game")
    found = find_game(named).read_course("course.toml", text)
    return {"game": named, "name": str(top.get("name", found.name))[:LONGEST_NAME]}


def race(text: str, luck: int, secret: bytes) -> dict[str, Any]:
    """A race file: a table with the race as far as the file goes."""
    return asdict(prepare_table(file_wish(read_race(text), luck, secret)))


def tour(text: str) -> dict[str, Any]:
    """A tour file: its tour, and a table for each race."""
    return asdict(prepare_tour(read_tour(text)))


KINDS: dict[str, Callable[..., dict[str, Any]]] = {"course": course, "race": race, "tour": tour}


def answer(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """What a file holds, or its fault: line, words and clause."""
    try:
        return {"told": KINDS[kind](**given)}
    except Refused as refused:
        return _fault(str(refused.message), clause=refused.clause)
    except RaceFileError as error:
        return _fault(error.what, error.line)
    except DocumentError as error:
        told = re.search(r"\(at line (\d+), ", error.what)
        return _fault(error.what, error.line or (int(told[1]) if told else 0))
    except CourseError as error:
        return _fault(str(error), clause=error.clause, place=error.place if FIELD.fullmatch(error.place) else "")
    except ParcoursError as error:
        return _fault(str(error))
    except MemoryError:
        return {"costs": "memory"}
    except RecursionError:
        return _fault("its parts are nested too deeply")


def _fault(what: str, line: int = 0, clause: str | None = None, place: str = "") -> dict[str, Any]:
    return {"fault": {"what": what[:MOST_FAULT], "line": line, "clause": clause or None, "place": place}}


# ---------------------------------------------------------------------------------------------------- the process


def bound_memory(more: int) -> None:
    """Limit this process to `more` bytes beyond what it has now, and let it write no core file if the limit kills
    it."""
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
    """Answer until nobody asks any more. A question that takes more than `seconds` of processor time ends the process.
    (On a busy machine it may take longer by the clock, as long as it costs no more.)"""
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
    """Set low priority and limits, then answer."""
    memory, seconds = int(sys.argv[1]), float(sys.argv[2])
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing printed gets into the answers
    with contextlib.suppress(OSError):
        os.nice(GIVE_WAY)
    bound_memory(memory)
    serve(sys.stdin.buffer, answers, seconds)


if __name__ == "__main__":
    main()
