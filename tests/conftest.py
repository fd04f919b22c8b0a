"""What all tests share: Hypothesis profiles, and a kernel cache of the usual place."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "parcours", deadline=None, max_examples=20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("thorough", parent=settings.get_profile("parcours"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "parcours"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game's kernels once, a game a core, before workers would all do it at the same time."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    from parcours.engine.kernel import COMPILED, cores
    from parcours.games import GAMES, WORKSHOP

    if not COMPILED:
        return
    with ThreadPoolExecutor(cores(None)) as pool:
        compiling = [[sys.executable, "-m", "tests.compile", name] for name in GAMES + WORKSHOP]
        for run in pool.map(lambda command: subprocess.run(command, cwd=session.config.rootpath), compiling):
            run.check_returncode()
