"""Foreign files: read by processes that may die over them, within limits, and never by the server itself."""

from __future__ import annotations

import fcntl
import os
import queue
import signal
import socket
import termios
import threading
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from parcours.engine.match import Match
from parcours.engine.racefile import write_race
from parcours.games import find_game
from parcours.table import api_tables
from parcours.table.board_cache import board_json
from parcours.table.request_queues import RequestQueue
from parcours.table.settings import FileBounds
from parcours.table.touring import tour_of
from parcours.tours import new_tour
from parcours.tours.tourfile import write_tour
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider
from tests.table.test_tour_files import ridden

COURSE = find_game("breaking_away").course().source
DOORS = {"course": "api/v1/courses", "race": "api/v1/races", "tour": "api/v1/tour-files"}


def race_text(game: str = "breaking_away") -> str:
    race = find_game(game).start(seed=3)
    while not race.over:
        race.play(race.choice_of(race.game.bot("random")))
    return write_race(race)


def error_of(answer: httpx.Response, status: int, code: str) -> str:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    return f"{error['message']} {error['detail']}"


@contextmanager
def bounds(server: Server, **changed: Any) -> Iterator[None]:
    """Other limits for reading, with new readers, for as long as the block lasts."""
    readers = server.app.state.registry.readers
    before = readers.bounds
    _end_all(readers)
    readers.bounds = replace(FileBounds(), **changed)
    try:
        yield
    finally:
        _end_all(readers)
        readers.bounds = before


def _end_all(readers: Any) -> None:
    for pid in readers.processes():
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def until(true: Callable[[], bool]) -> None:
    for _ in range(6000):
        if true():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never came to pass")


def stop(pid: int) -> None:
    """Stop a reader: when this returns, it has stopped. (The server runs in a thread, so its processes are our own.)"""
    os.kill(pid, signal.SIGSTOP)
    os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOWAIT)


def asked(pid: int) -> bool:
    """Whether a question waits that a reader has not looked at."""
    with open(f"/proc/{pid}/fd/0", "rb", buffering=0) as questions:
        waiting = array("i", [0])
        fcntl.ioctl(questions, termios.FIONREAD, waiting)
    return waiting[0] > 0


def test_a_course_of_dots_is_refused_at_once_and_says_where(client: httpx.Client) -> None:
    for text in (".".join("a" * 300_000) + "=1", ".".join("a" * 5000) + "=1", COURSE + "\n" + "a." * 2000 + "a=1"):
        message = error_of(client.post("api/v1/courses", content=text), 422, "invalid")
        assert "dots" in message or "longer than" in message
    assert "line " in message
    lines = race_text().splitlines()
    end = lines.index("")
    with_course = "\n".join([*lines[:end], "| " + ".".join("a" * 4000) + " = 1", *lines[end:]])
    assert "dots" in error_of(client.post("api/v1/races", content=with_course), 422, "invalid")


@pytest.mark.parametrize("kind", DOORS)
def test_a_file_that_takes_too_long_is_given_up_and_the_next_is_read(
    client: httpx.Client, server: Server, kind: str
) -> None:
    text = {"course": COURSE, "race": race_text(), "tour": write_tour(ridden(1))}[kind]
    with bounds(server, seconds=0.0001):
        assert "longer than" in error_of(client.post(DOORS[kind], content=text), 422, "too_costly")
        until(lambda: not server.app.state.registry.readers.processes())
    opened = client.post(DOORS[kind], content=text)
    assert opened.status_code == 201, opened.text


def test_a_file_that_takes_too_much_memory_is_given_up(client: httpx.Client, server: Server) -> None:
    lines = race_text().splitlines()
    big = "\n".join([*lines[:2], *(f"x{n}: {n}" for n in range(60_000)), *lines[2:]])
    with bounds(server, memory=4 << 20):
        assert "memory" in error_of(client.post("api/v1/races", content=big), 422, "too_costly")
        assert client.post("api/v1/courses", content=COURSE).status_code == 201, "the table goes on"


def test_a_reader_that_dies_takes_nothing_with_it(client: httpx.Client, server: Server) -> None:
    text = race_text()
    assert client.post("api/v1/races", content=text).status_code == 201
    readers = server.app.state.registry.readers
    _end_all(readers)
    assert client.post("api/v1/races", content=text).status_code == 201


@pytest.mark.parametrize(
    ("settled", "status", "code"),
    [
        (FileBounds(at_once=1, waiting=1, a_client=9), 503, "busy"),
        (FileBounds(at_once=1, waiting=9, a_client=2), 429, "too_many"),
    ],
    ids=["in all", "of one client"],
)
def test_few_files_are_read_few_wait_and_the_others_are_told_when_to_come(
    tmp_path: Path, settled: FileBounds, status: int, code: str
) -> None:
    """The only reader is stopped, and five files come at once. Two of them, whichever, have a place, and are read as
    soon as the reader goes on. Nothing here depends on speed."""
    answers: queue.Queue[httpx.Response] = queue.Queue()
    with running(relaxed(str(tmp_path / "tables.db"), files=settled)) as server:
        door = f"{server.address}api/v1/courses"
        assert httpx.post(door, content=COURSE, timeout=300).status_code == 201
        (reader,) = server.app.state.registry.readers.processes()
        stop(reader)
        try:
            bringing = [
                threading.Thread(target=lambda: answers.put(httpx.post(door, content=COURSE, timeout=300)))
                for _ in range(5)
            ]
            for thread in bringing:
                thread.start()
            for _ in range(3):
                refused = answers.get(timeout=300)
                assert "Try again in" in error_of(refused, status, code)
                assert int(refused.headers["retry-after"]) >= 1
            assert answers.empty(), "the others wait"
            assert httpx.get(f"{server.address}api/v1/games", timeout=300).status_code == 200, "everything else goes on"
        finally:
            os.kill(reader, signal.SIGCONT)
        for thread in bringing:
            thread.join()
        assert [answers.get().status_code for _ in range(2)] == [201, 201]
        assert server.app.state.registry.readers.processes() == [reader]


def test_whoever_leaves_has_the_reading_ended(tmp_path: Path) -> None:
    with running(relaxed(str(tmp_path / "tables.db"), files=FileBounds(at_once=1))) as server:
        readers = server.app.state.registry.readers
        assert httpx.post(f"{server.address}api/v1/courses", content=COURSE, timeout=300).status_code == 201
        (reader,) = readers.processes()
        stop(reader)
        host, port = server.address.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port))) as leaving:
            body = COURSE.encode()
            head = f"POST /api/v1/courses HTTP/1.1\r\nHost: {host}\r\nContent-Length: {len(body)}\r\n\r\n"
            leaving.sendall(head.encode() + body)
            until(lambda: asked(reader))
        until(lambda: not readers.processes())
        assert httpx.post(f"{server.address}api/v1/courses", content=COURSE, timeout=300).status_code == 201


def test_what_its_reader_has_ridden_the_server_does_not_ride_again(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    race, tour = race_text(), write_tour(ridden(3))
    ridden_here: list[int] = []
    do = Match._do

    def counted(match: Match, action: int, *rolls: Any) -> None:
        ridden_here.append(action)
        do(match, action, *rolls)

    monkeypatch.setattr(Match, "_do", counted)
    table = Rider(client).seated(client.post("api/v1/races", content=race))
    assert len(ridden_here) < 64
    assert client.post("api/v1/tour-files", content=tour).status_code == 201
    assert len(ridden_here) < 4 * 64
    monkeypatch.undo()
    state = table.state(0)
    assert state["scene"]["over"]
    assert table.get("/race").text.splitlines()[-1] == race.splitlines()[-1]


def test_only_plain_values_come_back() -> None:
    import pickle

    from parcours.table.frames import unpacked

    assert unpacked(pickle.dumps({"told": [1, "a", b"c", None, 0.5]})) == {"told": [1, "a", b"c", None, 0.5]}
    with pytest.raises(pickle.UnpicklingError):
        unpacked(pickle.dumps(os.system))


def renamed(points: int) -> str:
    """A course that is not the game's own, but has its name."""
    return COURSE.replace("points = [20, 16,", f"points = [{points}, 16,")


def test_a_course_under_the_name_of_the_game_s_own_stays_what_it_is(client: httpx.Client, server: Server) -> None:
    game = find_game("breaking_away")
    course = game.read_course("grand_circuit.toml", renamed(90))
    assert course.id in game.course_names
    race = game.start(course=course, seed=3)
    while not race.over:
        race.play(race.choice_of(game.bot("random")))
    opened = client.post("api/v1/races", content=write_race(race))
    table = Rider(client).seated(opened)
    assert (
        client.get(f"api/v1/tables/{table.id}/race").text.splitlines()[-1] == f"end {len(race.actions)} {race.digest()}"
    )
    tour = new_tour("breaking_away", ["grand_circuit"] * 2, seed=3, courses=[course] * 2)
    told = client.post("api/v1/tour-files", content=write_tour(tour)).json()
    registry = server.app.state.registry
    assert registry.tables[told["table"]["id"]].match.setup.course.digest == course.digest
    kept = tour_of(registry.storage.load_tour(told["tour"]["id"]))
    assert [stage.digest for stage in kept.courses] == [course.digest] * 2


def test_boards_of_foreign_courses_are_drawn_one_after_the_other(
    client: httpx.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawing foreign courses takes as long as their makers like. It never takes all the threads that answer."""
    monkeypatch.setattr(server.app.state.registry, "boards", RequestQueue(0, 1, 1.0))
    course = client.post("api/v1/courses", content=renamed(91)).json()["id"]
    table = Rider(client).open("me", "random", "random", course=course)
    drawing, go_on = threading.Event(), threading.Event()

    def drawn(*given: Any) -> str:
        drawing.set()
        assert go_on.wait(60)
        return board_json(*given)

    monkeypatch.setattr(api_tables, "board_json", drawn)
    first: list[httpx.Response] = []
    asking = threading.Thread(target=lambda: first.append(table.get("/board")))
    asking.start()
    assert drawing.wait(60)
    try:
        key = table.state(0)["scene"]["board"]
        error_of(table.get("/board", key=key), 429, "too_many")
        monkeypatch.setattr(api_tables, "board_json", board_json)
        own = Rider(client).open("me", "random", "random")
        assert own.get("/board").status_code == 200
        error_of(own.get("/board", key=key), 429, "too_many")
    finally:
        go_on.set()
        asking.join()
    assert first[0].status_code == 200
    assert table.get("/board").status_code == 200


WHAT_IS_WRONG: dict[str, tuple[str, str, str]] = {
    "course": ("name = 1", "Diese Streckendatei lässt sich nicht verwenden: siehe game.", "is missing"),
    "course_line": ("= 1", "Diese Streckendatei lässt sich nicht verwenden: Zeile 1.", "is not TOML"),
    "race": ("hello", "Diese Renndatei lässt sich nicht lesen: Zeile 1.", "is not a race file"),
    "tour": (
        write_tour(ridden(0)).replace("teams: 3", "teams: many"),
        "Diese .tour-Datei lässt sich nicht lesen: Zeile 4.",
        "teams must be a whole number from 0 to 999, not 'many'",
    ),
}


@pytest.mark.parametrize("case", WHAT_IS_WRONG)
def test_a_refused_file_is_told_in_the_persons_language_and_its_fault_apart(client: httpx.Client, case: str) -> None:
    text, sentence, detail = WHAT_IS_WRONG[case]
    answer = client.post(DOORS[case.partition("_")[0]], content=text, params={"lang": "de"})
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert error["message"] == sentence
    assert detail in error["detail"]
