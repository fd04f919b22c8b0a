"""Checks that every collected test is also run: a run that reports fewer, or has two tests with one name, fails.

Under xdist a test is passed to a worker by its name. Of several with the same name only one is run, and nobody notices.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest


class Counted:
    """What was collected, what was reported, and the faults found in comparing the two."""

    def __init__(self) -> None:
        self.collected: list[str] = []
        self.reported: set[str] = set()
        self.faults: list[str] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Called in a run without workers. (With workers, the main process collects nothing itself.)"""
        if session.items:
            self.collected = [item.nodeid for item in session.items]

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: Any, ids: list[str]) -> None:
        """Called in a run with workers: each has collected the same tests."""
        self.collected = list(ids)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.reported.add(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if session.config.option.collectonly:
            return
        self.faults = self._shared_names()
        if exitstatus == pytest.ExitCode.OK:
            self.faults += self._not_reported()
        if self.faults and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _shared_names(self) -> list[str]:
        shared = {name: times for name, times in Counter(self.collected).items() if times > 1}
        return [f"{times} tests have the name {name}" for name, times in shared.items()]

    def _not_reported(self) -> list[str]:
        missing = [name for name in dict.fromkeys(self.collected) if name not in self.reported]
        told = f"{len(self.collected)} tests were collected, {len(self.reported)} reported"
        return [f"{told}; not {name}" for name in missing]

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        if self.faults:
            terminalreporter.section("tests that were not run", red=True, bold=True)
            for fault in self.faults[:20]:
                terminalreporter.line(fault, red=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Counted(), "counted")
