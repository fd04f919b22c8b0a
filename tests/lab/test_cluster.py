"""A real Ray on this machine: the same results as without it, and a worker that is killed costs only its part."""

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
from parcours.errors import ParcoursError
from parcours.lab import cluster, simulate
from tests.test_cli import refused, run

needs_ray = pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not() or "Ray is here")
GAME = parcours.game("breaking_away")
FAVOURITE = ["sprinter", "random", "random", "random"]


@pytest.fixture(scope="module")
def ray() -> Iterator[str]:
    """A Ray of our own with two workers, for all tests here."""
    with cluster.connected(cluster.HERE):
        yield cluster.HERE


def test_parts_are_done_in_order_here() -> None:
    assert list(cluster.do_parts(abs, [-1, 2, -3])) == [(0, 1), (1, 2), (2, 3)]


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
        """Ray as it answers where no cluster is."""

        is_initialized = staticmethod(lambda: False)

        @staticmethod
        def init(**how: object) -> None:
            raise ConnectionError(f"Could not find any running Ray instance at {how['address']}.\nMore of it.")

    monkeypatch.setattr(cluster, "import_module", lambda name: Unreachable)
    with pytest.raises(ParcoursError, match=r"--ray 10.0.0.1:6379: no Ray cluster .* \(Could not .*\.\)$"):
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
    time.sleep(0.5)
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
