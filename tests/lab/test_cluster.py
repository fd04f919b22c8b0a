"""A real Ray on this machine: the same results as without it, and a killed worker costs only its part."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.bots.named import seated
from parcours.engine.kernel import COMPILED
from parcours.errors import BadOptionError, ParcoursError
from parcours.lab import cluster, simulate
from parcours.lab.ladder import Ladder
from tests.test_cli import refused, run

needs_ray = pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not() or "Ray is here")
GAME = parcours.game("breaking_away")
FAVOURITE = ["sprinter", "random", "random", "random"]


@pytest.fixture(scope="module")
def ray() -> Iterator[str]:
    """A Ray of our own, for all tests here."""
    with cluster.connected(cluster.HERE):
        yield cluster.HERE


def test_parts_are_done_in_order_here() -> None:
    assert list(cluster.do_parts(abs, [-1, 2, -3])) == [(0, 1), (1, 2), (2, 3)]


def test_parts_are_done_side_by_side_here() -> None:
    meeting = threading.Barrier(3, timeout=120)
    found = cluster.do_parts(lambda part: meeting.wait() * 0 + part, [1, 2, 3], threads=3)
    assert sorted(found) == [(0, 1), (1, 2), (2, 3)]


def test_what_a_part_fails_with_is_told_and_the_rest_is_left() -> None:
    done: list[int] = []

    def work(part: int) -> None:
        if not part:
            raise ValueError("no such part")
        time.sleep(0.05)
        done.append(part)

    with pytest.raises(ValueError, match="no such part"):
        list(cluster.do_parts(work, range(200), threads=2))
    assert len(done) < 100


def test_a_plan_travels_with_its_course() -> None:
    plan = simulate.make_plan(GAME, FAVOURITE, seed=5, options=["staggered_start"])
    there = pickle.loads(pickle.dumps(plan))
    assert there.game is plan.game
    assert there.course.digest == plan.course.digest
    assert not there.course.road.squares.flags.writeable
    assert simulate.simulate(there, 20).plain() == simulate.simulate(plan, 20).plain()


def test_without_ray_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    assert "Ray is not installed: pip install 'parcours[cluster]'" in refused(
        "simulate", "breaking_away", "--races", "10", "--ray", "auto"
    )


@needs_ray
def test_no_cluster_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreachable:
        """Ray, as it answers when no cluster can be reached."""

        is_initialized = staticmethod(lambda: False)

        @staticmethod
        def init(**how: object) -> None:
            raise ConnectionError(f"Could not find any running Ray instance at {how['address']}.\nMore of it.")

    monkeypatch.setattr(cluster, "import_module", lambda name: Unreachable)
    with pytest.raises(ParcoursError, match=r"--ray 10.0.0.1:6379: can't reach a Ray cluster .* \(Could not .*\.\)$"):
        list(cluster.do_parts(abs, [1], "10.0.0.1:6379"))


@needs_ray
@pytest.mark.xdist_group("ray")
def test_the_results_on_a_cluster_are_those_of_one_machine(ray: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "CLUSTER_CHUNK", 64)
    plan = simulate.make_plan(GAME, FAVOURITE, seed=5)
    told: list[int] = []
    assert simulate.simulate(plan, 500, told.append, ray).plain() == simulate.simulate(plan, 500).plain()
    assert len(told) == 8
    assert told == sorted(told)
    assert told[-1] == 500
    here, there = (
        run("simulate", "breaking_away", "--races", "300", "--bots", "sprinter", "--json", *more)
        for more in ((), ("--ray", cluster.HERE))
    )
    assert there.exit_code == 0, there.output
    assert there.stdout == here.stdout


def slow_part(part: tuple[str, int]) -> int:
    """A part that notes who began it, and takes its time."""
    notes, number = part
    with Path(notes).open("a") as file:
        file.write(f"{number} {os.getpid()}\n")
    time.sleep(1.5)
    batch = GAME.batch(8, seed=1, first=8 * number, threads=1)
    return int(batch.play_out()[:, 0].sum())


@needs_ray
@pytest.mark.xdist_group("ray")
def test_a_killed_worker_costs_only_its_part(ray: str, tmp_path: Path) -> None:
    notes = tmp_path / "begun"
    parts = [(str(notes), number) for number in range(6)]
    killed: list[int] = []

    def kill_one() -> None:
        while not notes.exists() or len(notes.read_text().splitlines()) < 2:
            time.sleep(0.01)
        number, worker = notes.read_text().splitlines()[-1].split()
        os.kill(int(worker), signal.SIGKILL)
        killed.append(int(number))

    killer = threading.Thread(target=kill_one)
    killer.start()
    found = dict(cluster.do_parts(slow_part, parts, ray))
    killer.join()
    begun = [int(line.split()[0]) for line in notes.read_text().splitlines()]
    assert killed
    assert os.getpid() not in {int(line.split()[1]) for line in notes.read_text().splitlines()}
    assert sorted(begun) == sorted([*range(6), *killed])
    places = [GAME.batch(8, seed=1, first=8 * number).play_out()[:, 0] for number in range(6)]
    assert found == {number: int(np.sum(own)) for number, own in enumerate(places)}


# -------------------------------------------------------------------------------------------- bots that think

NOTER = """
import os, pathlib, time

class Noter:
    \"""Does what is first, slowly, and notes for which process.\"""

    def choose(self, race):
        with pathlib.Path(__file__).with_suffix(".notes").open("a") as notes:
            notes.write(f"{os.getppid()}\\n")
        time.sleep(0.01)
        return race.legal()[0]
"""


@pytest.fixture
def noter(tmp_path: Path) -> Iterator[str]:
    """A user's bot that notes which process asks it."""
    (tmp_path / "noter.py").write_text(NOTER)
    yield f"{tmp_path / 'noter.py'}:Noter"
    GAME.__dict__.get("_let_in", {}).pop("Noter").close()


def asked_by(noter: str) -> list[int]:
    notes = Path(noter.partition(":")[0]).with_suffix(".notes")
    return list(map(int, notes.read_text().split())) if notes.exists() else []


def ladder(*names: str) -> Ladder:
    return Ladder(GAME, [seated(GAME, name) for name in names], GAME.course(), teams=3, seed=7)


@needs_ray
@pytest.mark.xdist_group("ray")
def test_a_ladder_on_a_cluster_is_that_of_one_machine(ray: str) -> None:
    names = ("sprinter", "novice@4", "random") if COMPILED else ("sprinter", "random")
    here, there, told = ladder(*names), ladder(*names), []
    here.run(6)
    there.run(6, told.append, ray=ray)
    assert there.entries == here.entries
    assert [rung.rating for rung in there.rungs()] == [rung.rating for rung in here.rungs()]
    assert told == [1, 2, 3, 4, 5, 6]
    assert all(there.times[name] for name in names)


@needs_ray
@pytest.mark.xdist_group("ray")
def test_a_killed_worker_costs_a_ladder_only_its_race(ray: str, noter: str) -> None:
    here = ladder(noter, "sprinter", "random")
    here.run(6)
    needed = len(asked_by(noter))
    killed: list[int] = []

    def kill_one() -> None:
        while len(asked_by(noter)) < needed + 5:
            time.sleep(0.005)
        killed.append(asked_by(noter)[-1])
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill_one)
    killer.start()
    there = ladder(noter, "sprinter", "random")
    there.run(6, ray=ray)
    killer.join()
    assert there.entries == here.entries
    asked = asked_by(noter)[needed:]
    assert os.getpid() not in asked
    lost = len(asked) - needed
    assert 0 < lost <= asked.count(killed[0])
    assert lost < needed / 3


@needs_ray
@pytest.mark.xdist_group("ray")
def test_bots_that_think_ride_a_simulation_on_a_cluster(ray: str, noter: str) -> None:
    plan = simulate.make_plan(GAME, [seated(GAME, noter).name, "sprinter", "random"], seed=5)
    told: list[int] = []
    there = simulate.simulate(plan, 4, told.append, ray)
    assert os.getpid() not in asked_by(noter)
    assert told == [1, 2, 3, 4]
    assert there.plain() == simulate.simulate(plan, 4).plain()


def find(name: str) -> str:
    """A part that refuses what it does not know."""
    return GAME.bot(name).name


@needs_ray
@pytest.mark.xdist_group("ray")
def test_what_a_worker_refuses_is_told_as_here(ray: str) -> None:
    with pytest.raises(BadOptionError, match=r"^breaking_away: there is no bot 'nobody' \(bots: "):
        list(cluster.do_parts(find, ["sprinter", "nobody"], ray))


@needs_ray
@pytest.mark.xdist_group("ray")
def test_a_bot_whose_file_a_worker_does_not_have_is_refused(ray: str, noter: str) -> None:
    made = ladder(noter, "sprinter", "random")
    Path(noter.partition(":")[0]).unlink()
    with pytest.raises(BadOptionError, match=r"noter\.py: there is no such file$"):
        made.run(2, ray=ray)
