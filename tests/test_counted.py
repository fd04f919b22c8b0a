"""A run in which a test is lost fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WORKERS = ("-p", "xdist", "-n", "1", "--dist", "loadgroup")
ALL_RUN = "def test_one(): pass\ndef test_two(): pass\n"
SAME_NAME = '''
import pytest


def pytest_pycollect_makeitem(collector, name, obj):
    """As a plugin does that names its tests by the function they come from."""
    if name == "test_two":
        return [
            pytest.Function.from_parent(collector, name=f"{name}[{n}]", callobj=obj, originalname=name)
            for n in range(3)
        ]
'''
LOSES_ONE = '''
def pytest_runtest_protocol(item):
    """As a worker does that dies, and nobody says so."""
    return True if item.name == "test_two" else None
'''


def run(folder: Path, conftest: str, *more: str) -> tuple[int, str]:
    (folder / "conftest.py").write_text(conftest)
    (folder / "test_some.py").write_text(ALL_RUN)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "tests.counted", "--rootdir", "."]
    done = subprocess.run(
        [*command, *more, str(folder)], cwd=ROOT, env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("workers", [(), WORKERS], ids=["alone", "with-workers"])
def test_a_run_in_which_every_test_is_run_passes(tmp_path: Path, workers: tuple[str, ...]) -> None:
    status, told = run(tmp_path, "", *workers)
    assert status == 0, told
    assert "not run" not in told


@pytest.mark.parametrize("workers", [(), WORKERS], ids=["alone", "with-workers"])
def test_a_run_with_two_tests_of_one_name_fails(tmp_path: Path, workers: tuple[str, ...]) -> None:
    status, told = run(tmp_path, SAME_NAME, *workers)
    assert status == 1, told
    assert "3 tests have the name" in told


def test_a_run_that_reports_fewer_than_it_collected_fails(tmp_path: Path) -> None:
    status, told = run(tmp_path, LOSES_ONE)
    assert status == 1, told
    assert "2 tests were collected, 1 reported; not" in told
    assert "test_two" in told
