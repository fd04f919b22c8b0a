"""Records of races: which names their fields may not have."""

from __future__ import annotations

from typing import Annotated, Protocol

import pytest

from parcours.engine.record import layout


class Clashing(Protocol):
    ply: Annotated[int, "u4"]
    base: Annotated[int, "i2"]


def test_a_field_that_uncompiled_rules_could_not_read_is_refused():
    with pytest.raises(TypeError, match=r"Clashing\.base: NumPy's records have an attribute of that name"):
        layout(Clashing)
