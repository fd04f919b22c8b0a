"""What all tests share: Hypothesis profiles, and kernels compiled before the tests begin."""

from __future__ import annotations

import os
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
pytest_plugins = ["tests.counted"]

settings.register_profile(
    "parcours", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("thorough", parent=settings.get_profile("parcours"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "parcours"))


SLOW = {
    "browser", "table", "lab", "bots", "kept", "faults", "test_cli.py", "test_dist.py", "test_sixth_game.py",
    "test_warming.py", "test_cache.py", "test_going_over.py", "test_both_ways.py", "test_growing.py", "test_docs.py",
    "test_notebooks.py",
}  # fmt: skip
"""What `make quick` leaves out: browsers, servers, races by the thousand, installations, empty caches."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two workers per core, since tests with a page or a server mostly wait; one per core without the slow tests."""
    return (1 if config.option.markexpr == "not slow" else 2) * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark slow tests by the folder or file that they are in."""
    for item in items:
        if item.path.is_relative_to(HERE) and SLOW & set(item.path.relative_to(HERE).parts):
            item.add_marker(pytest.mark.slow)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile kernels once, one game per core, before all workers would do it at the same time. Only the games whose
    tests are asked for are compiled, or all. (A run without workers rides uncompiled if there are no kernels, and
    compiles the rest.)"""
    config = session.config
    alone = not getattr(config.option, "numprocesses", None)
    if alone or hasattr(config, "workerinput") or config.option.collectonly:
        return
    from parcours import warming
    from parcours.engine.kernel import COMPILED, cores
    from parcours.games import GAMES

    if not COMPILED:
        return
    asked = {Path(argument.split("::")[0]).resolve() for argument in config.args}
    homes = {path: name for name in GAMES for path in asked if HERE / name in (path, *path.parents)}
    names = sorted(set(homes.values())) if len(homes) == len(asked) else GAMES
    with ThreadPoolExecutor(cores(None)) as pool:
        compiling = [warming.command(name, niceness=0) for name in names]
        for run in pool.map(lambda command: subprocess.run(command, stdout=subprocess.DEVNULL), compiling):
            run.check_returncode()
