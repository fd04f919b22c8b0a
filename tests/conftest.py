"""What all tests share: Hypothesis profiles, and a kernel cache of the usual place."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "parcours", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("thorough", parent=settings.get_profile("parcours"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "parcours"))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile every game's kernels once, before workers would all do it at the same time."""
    if hasattr(session.config, "workerinput") or session.config.option.collectonly:
        return
    import parcours
    from parcours.bots.search import Budget, search
    from parcours.games import GAMES, WORKSHOP

    for name in GAMES + WORKSHOP:
        game = parcours.game(name)
        batch = game.batch(1, seed=1)
        batch.step(batch.legal_mask().argmax(axis=1))
        batch.play_out()
        batch.restart()
        batch.play_out([game.bots[-1]] * batch.teams)
        game.scene(game.start(), 0)
        game.start().guess(0, 1)
        search(game.start(), Budget(iterations=1))
