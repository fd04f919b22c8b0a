"""Our shortcuts through Numba while kernels are compiled."""

from __future__ import annotations

from numba.core import types
from numba.core.registry import cpu_target
from numba.cpython import cmathimpl

from parcours.engine.shortcuts import shortened


def test_what_is_added_to_a_known_list_is_found_though_no_module_is_new():
    """Numba itself adds an intrinsic when it first meets it. Compiling failed at such an intrinsic in one start of a
    new version in four: whenever no module happened to be loaded after it."""
    context = cpu_target.target_context

    def late(*given):
        return None

    with shortened():
        context.refresh()
        cmathimpl.registry.lower(late, types.int8)(late)
        assert late not in context._defns
        context.refresh()
        assert late in context._defns
