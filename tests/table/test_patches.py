"""What has changed, given so that the page gets the same value from it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcours.table.patches import UnlikeError, patch
from tests.table.sockets import patched

CASES = json.loads((Path(__file__).parents[2] / "web/test/patches.json").read_text())
"""The page's own tests read these cases, too."""

PIECES = st.lists(
    st.fixed_dictionaries({"id": st.integers(0, 6), "at": st.integers(0, 3), "badges": st.lists(st.text(max_size=1))}),
    unique_by=lambda piece: piece["id"],
)
ROWS = st.lists(st.fixed_dictionaries({"label": st.text(max_size=1), "cells": PIECES}))
SCENES = st.fixed_dictionaries(
    {"pieces": PIECES, "rows": ROWS, "links": st.lists(st.tuples(st.integers(), st.integers()).map(list)),
     "asked": st.none() | st.fixed_dictionaries({"by": st.integers(0, 3)})}
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_what_has_changed(case: dict[str, Any]) -> None:
    assert patch(case["old"], case["new"]) == case["patch"]
    assert patched(case["old"], case["patch"]) == case["new"]


@given(SCENES, SCENES)
def test_a_patch_makes_the_one_of_the_other(old: Any, new: Any) -> None:
    assert patched(old, json.loads(json.dumps(patch(old, new)))) == new


def test_a_field_that_has_gone_can_not_be_told() -> None:
    with pytest.raises(UnlikeError, match="'1'"):
        patch({"answers": {"0": None, "1": None}}, {"answers": {"0": True}})
