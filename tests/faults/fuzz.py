"""Files and bodies that nobody should send: real ones, spoilt, and a corpus of small nasty ones.

    python -m tests.faults.fuzz [--cases 100000] [--seed 1] [--kind race] [--seconds 600] [--atheris]

This reads that number of cases, and says how many were accepted, how long the slowest took, and what broke. A case that
breaks (a traceback, a wrong thing accepted, more than 2 s) is written to the folder `fuzz-found/`. It belongs in
`tests/faults/corpus/`, with a first line that says what it is.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from parcours.engine.documents import DocumentError, read_json
from parcours.engine.match import Match
from parcours.engine.racefile import read_race, write_race
from parcours.errors import ParcoursError
from parcours.games import GAMES, find_game
from parcours.table import reader
from parcours.tours import new_tour
from parcours.tours.tourfile import read_tour, write_tour

HERE = Path(__file__).parent
CORPUS = HERE / "corpus"
KEPT = HERE.parent / "kept" / "races"
FOUND = Path("fuzz-found")
SLOW = 2.0
MOST_BYTES = 1_000_000
TELLS = "#: "
"""The lines of a corpus file that say what it is begin with this."""
KINDS = ("race", "course", "tour", "body")


# ---------------------------------------------------------------------------------------------------- real ones


def short_race(game: str, seed: int, choices: int, manual: bool = False) -> Match:
    """The first choices of a race."""
    race = find_game(game).start(seed=seed, manual_chance=manual, teams=find_game(game).min_teams)
    luck = random.Random(seed)
    while not race.over and choices:
        race.play(luck.choice(race.legal()))
        choices -= 1
    return race


@cache
def real(kind: str) -> tuple[str, ...]:
    """Files without faults. Whole races come last: most of the time a short race shows as much."""
    if kind == "race":
        races = [short_race(game, seed, 10 + 30 * seed, seed == 2) for game in GAMES for seed in range(3)]
        kept = sorted(KEPT.glob("*.race"), key=lambda path: path.stat().st_size)
        return (*map(write_race, races), *(path.read_text("utf-8") for path in kept[:10]))
    if kind == "course":
        courses = [find_game(game).course(name).source for game in GAMES for name in find_game(game).course_names]
        return tuple(sorted({source for source in courses if source}, key=len))
    if kind == "tour":
        tours = []
        for game in GAMES:
            if find_game(game).tour is not None:
                names = list(find_game(game).course_names)[:2]
                tours.append(write_tour(new_tour(game, names * 2, teams=find_game(game).min_teams, seed=3)))
        return tuple(tours)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "random"}, {"kind": "here"}]
    bodies: list[object] = [
        {"game": "breaking_away", "teams": 3, "seats": seats, "options": {"open_sheets": True}, "private": False},
        {"game": "rally", "course": "north", "teams": 2, "commissioner": True, "seed": 17},
        {"game": "leader_one", "stages": [{"course": "first_race"}], "teams": 2, "name": "Two", "seats": seats[:2]},
        {"name": "mine", "pieces": [{"part": "start", "turn": "", "marks": ["a"]}], "switches": {"two": True}},
        {"action": 5, "state_id": "abc"}, {"target": "box:5.2"}, {"target": "square:17"}, {"text": "hello"},
        {"step": 3}, {"agree": True}, {"bot": "random"}, {"invite": "abc", "name": "Bo"},
    ]  # fmt: skip
    return tuple(json.dumps(body) for body in bodies)


def corpus(kind: str) -> dict[str, str]:
    """The nasty files, by name, without the lines that say what they are. ("{...*N}" stands for N times "...".)"""
    return {path.name: nasty(path) for path in sorted(CORPUS.glob(f"*.{kind}"))}


def nasty(path: Path) -> str:
    """A file of the corpus as it is meant."""
    text = path.read_text("utf-8", errors="surrogateescape")
    while text.startswith(TELLS):
        text = text.partition("\n")[2]
    return _unfolded(text)


def _unfolded(text: str) -> str:
    while (start := text.find("{{")) >= 0:
        end = text.index("}}", start)
        piece, _, times = text[start + 2 : end].rpartition("*")
        text = text[:start] + piece * int(times) + text[end + 2 :]
    return text


# ------------------------------------------------------------------------------------------------------- spoilt

TOKENS = (
    "-1", "0", "00", "1e999", "9" * 50, "-9223372036854775809", "18446744073709551616", "0x10", "1_000", "٣", "nan",
    "inf", "true", "[]", "{}", "\x00", "\ud800", "\u202e", "\ufeff", "'", '"', '"""', "\\", "\r", "\u2028", "\t", " ",
    "=", "a.b.c.d.e.f.g.h=1", "[[", "]]", "#", "@ 64 0", "end 0 0", "seed 1", "seed --5", "typed in", "| x = 1",
    "../..", "teams=99", "breaking_away", "profi", ": ", "1979-05-27", "\n\n",
)  # fmt: skip


def spoilt(luck: random.Random, kind: str) -> str:
    """A real file (or, rarely, a file of the corpus), spoilt once or several times."""
    files = real(kind)
    few = max(1, len(files) * 2 // 3)
    text = luck.choice(files if luck.random() < 0.1 else files[:few])
    if luck.random() < 0.1 and (nasty_ones := list(corpus(kind).values())):
        text = luck.choice(nasty_ones)
    for _ in range(luck.choice((1, 1, 1, 2, 3, 8))):
        text = luck.choice(WAYS)(luck, text, luck.choice(files))
    return text[:MOST_BYTES]


def _put_in(luck: random.Random, text: str, other: str) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + luck.choice(TOKENS) + text[at + luck.randrange(3) :]


def _other_number(luck: random.Random, text: str, other: str) -> str:
    places = [n for n, character in enumerate(text) if character.isdigit()]
    if not places:
        return text
    at = luck.choice(places)
    return text[:at] + luck.choice(("0", "1", "7", "9", "-3", "10", "255", "32768", *TOKENS[:8])) + text[at + 1 :]


def _other_character(luck: random.Random, text: str, other: str) -> str:
    at = luck.randrange(len(text) + 1)
    return text[:at] + chr(luck.choice((luck.randrange(128), luck.randrange(0x3000)))) + text[at + 1 :]


def _lines(change: Callable[[random.Random, list[str], list[str]], None]) -> Callable[[random.Random, str, str], str]:
    def way(luck: random.Random, text: str, other: str) -> str:
        lines = text.split("\n")
        change(luck, lines, other.split("\n"))
        return "\n".join(lines)

    return way


def _leave_out(luck: random.Random, lines: list[str], other: list[str]) -> None:
    del lines[luck.randrange(len(lines))]


def _twice(luck: random.Random, lines: list[str], other: list[str]) -> None:
    at = luck.randrange(len(lines))
    lines[at:at] = [lines[at]] * luck.choice((1, 1, 2, 50))


def _exchange(luck: random.Random, lines: list[str], other: list[str]) -> None:
    a, b = luck.randrange(len(lines)), luck.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def _take_over(luck: random.Random, lines: list[str], other: list[str]) -> None:
    lines[luck.randrange(len(lines))] = luck.choice(other)


def _cut_short(luck: random.Random, text: str, other: str) -> str:
    return text[: luck.randrange(len(text) + 1)]


def _go_on_with(luck: random.Random, text: str, other: str) -> str:
    return text[: luck.randrange(len(text) + 1)] + other[luck.randrange(len(other) + 1) :]


WAYS: tuple[Callable[[random.Random, str, str], str], ...] = (
    _put_in, _other_number, _other_number, _other_character, _lines(_leave_out), _lines(_twice), _lines(_exchange),
    _lines(_take_over), _cut_short, _go_on_with,
)  # fmt: skip


# ------------------------------------------------------------------------------------------------------- judged


class WrongError(AssertionError):
    """Something was accepted that is not right."""


def judge(kind: str, text: str) -> bool:
    """Whether the text is accepted. Anything that is neither right nor refused in words raises an error."""
    try:
        JUDGES[kind](text)
    except (ParcoursError, DocumentError) as error:
        if "\n" in str(error) or len(str(error)) > 2000:
            raise WrongError(f"a refusal is one line that can be read, not {str(error)[:200]!r}") from None
        return False
    return True


def _race(text: str) -> None:
    match = read_race(text)
    if match.written is not None:  # under older rules: it is shown as it was written
        return
    again = Match.replayed(match.setup, match.actions)
    last = text.rstrip().splitlines()[-1].split()
    if again.digest() != match.digest() or last[:2] != ["end", str(len(match.actions))]:
        raise WrongError("the race is not the one that its file tells")
    if match.ridden_under == match.game.rules.VERSION and last[2] != match.digest():
        raise WrongError("the digest of the file is another one")
    if read_race(write_race(match)).digest() != match.digest():
        raise WrongError("written and read again, it is another race")


def _course(text: str) -> None:
    named = reader.course(text)["game"]
    game = find_game(named)
    course = game.read_course("course.toml", text)
    game.check_course(course)
    if game.read_course("course.toml", course.source).digest != course.digest:
        raise WrongError("read again, it is another course")
    race = game.start(course=course, seed=1, teams=game.min_teams)
    for _ in range(3):
        if not race.legal():
            raise WrongError("a race on this course can't begin")
        race.play(race.legal()[0])


def _tour(text: str) -> None:
    tour = read_tour(text)
    again = read_tour(write_tour(tour))
    if again.results != tour.results or write_tour(again) != write_tour(tour):
        raise WrongError("written and read again, it is another tour")


def _body(text: str) -> None:
    found = read_json(text)
    if read_json(json.dumps(found)) != found:
        raise WrongError("written and read again, it is another document")


JUDGES: dict[str, Callable[[str], None]] = {"race": _race, "course": _course, "tour": _tour, "body": _body}


# ------------------------------------------------------------------------------------------------- the long run


def cases(seed: int, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Endless cases; the same seed gives the same ones."""
    luck = random.Random(seed)
    for kind in kinds:
        yield from ((kind, text) for text in corpus(kind).values())
    while True:
        kind = luck.choice(kinds)
        yield kind, spoilt(luck, kind)


def run(most: int, seed: int, kinds: tuple[str, ...], seconds: float) -> int:
    """Read `most` cases, for at most `seconds`. Returns how many broke something."""
    counts: Counter[str] = Counter()
    slowest, broken, began = 0.0, 0, time.monotonic()
    for number, (kind, text) in enumerate(cases(seed, kinds)):
        if number >= most or time.monotonic() - began > seconds:
            break
        started = time.process_time()
        fault = ""
        try:
            counts[f"{kind}: {'accepted' if judge(kind, text) else 'refused'}"] += 1
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            fault = traceback.format_exc()
        took = time.process_time() - started
        slowest = max(slowest, took)
        if took > SLOW:
            fault += f"took {took:.1f} s"
        if fault:
            broken += 1
            FOUND.mkdir(exist_ok=True)
            (FOUND / f"{seed}-{number}.{kind}").write_text(text, "utf-8", errors="surrogateescape")
            print(f"case {number} ({kind}): {fault}", flush=True)
    took = time.monotonic() - began
    for told, count in sorted(counts.items()):
        print(f"{told}: {count}")
    print(f"{counts.total() + broken} cases in {took:.0f} s; slowest {slowest:.3f} s of CPU; {broken} broke something")
    return broken


def under_atheris(kinds: tuple[str, ...]) -> None:
    """The same judges, with mutations guided by coverage; needs `pip install atheris`."""
    atheris = importlib.import_module("atheris")

    def one(data: bytes) -> None:
        kind = kinds[data[0] % len(kinds)] if data else kinds[0]
        judge(kind, data[1:].decode("utf-8", "replace"))

    atheris.Setup([sys.argv[0]], one)
    atheris.Fuzz()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cases", type=int, default=100_000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--seconds", type=float, default=float("inf"))
    options.add_argument("--kind", choices=KINDS, action="append")
    options.add_argument("--atheris", action="store_true")
    given = options.parse_args()
    kinds = tuple(given.kind or KINDS)
    if given.atheris:
        under_atheris(kinds)
    elif run(given.cases, given.seed, kinds, given.seconds):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
