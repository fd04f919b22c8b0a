"""Playthroughs, compared with the kept ones. `python -m tests.kept.renew` writes them anew after an intended change."""

from __future__ import annotations

import pytest

from tests.kept.playthrough import FOLDER, file_of, option_sets, told


@pytest.mark.parametrize(("name", "teams", "options"), option_sets(), ids=lambda value: str(value))
def test_the_race_goes_as_it_always_went(name, teams, options):
    kept = file_of(name, teams, options).read_text(encoding="utf-8").splitlines()
    now = told(name, teams, options).splitlines()
    for number, (before, after) in enumerate(zip(kept, now, strict=False), 1):
        assert after == before, f"the playthrough differs from line {number} on"
    assert len(now) == len(kept)


def test_no_playthrough_is_left_over():
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(*which).name for which in option_sets()}
