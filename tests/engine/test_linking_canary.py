"""A canary for the private parts of Numba that `linking.py` builds on: it fails where a new Numba has moved them."""

from __future__ import annotations

import inspect

import numba
import pytest
from numba.core import codegen, compiler, registry, typed_passes, types

from parcours.engine.kernel import COMPILED, entry, rare, rule
from parcours.engine.linking import compiled_here

PARTS = [
    (codegen.JITCodeLibrary, "_optimize_final_module"),
    (codegen.JITCodeLibrary, "_finalize_final_module"),
    (codegen.JITCodeLibrary, "_finalize_dynamic_globals"),
    (typed_passes.NativeLowering, "run_pass"),
    (compiler.DefaultPassBuilder, "define_nopython_pipeline"),
    (registry.CPUDispatcher, "add_overload"),
    (registry.CPUDispatcher, "compile"),
    (registry.CPUDispatcher, "get_call_template"),
]


@pytest.mark.parametrize(("where", "name"), PARTS, ids=[f"{where.__name__}.{name}" for where, name in PARTS])
def test_numba_still_has_what_linking_overrides(where, name):
    assert callable(getattr(where, name)), f"Numba {numba.__version__} has no {where.__name__}.{name} any more"


def test_a_dispatcher_still_takes_its_own_pipeline():
    assert "pipeline_class" in inspect.signature(registry.CPUDispatcher.__init__).parameters


@rule
def twice(n):
    return 2 * n


@rare
def twice_and_one(n):
    return twice(n) + 1


@entry
def canary(n):
    return twice_and_one(n) + twice(n)


@pytest.mark.skipif(not COMPILED, reason="needs the compiler")
def test_rules_are_linked_into_an_entry_and_make_no_code_of_their_own():
    with compiled_here():
        assert canary(10) == 41
    twice_and_one.compile((types.int64,))
    library = next(iter(twice_and_one.overloads.values())).library
    assert type(library).__name__ == "LinkedLibrary"


@rare
def third(numbers, at):
    return numbers[at] // 3


@pytest.mark.skipif(not COMPILED, reason="needs the compiler")
def test_a_rule_is_compiled_once_for_numbers_of_all_sizes_and_numbers_written_down():
    shorts = types.Array(types.int16, 1, "C")
    for at in (types.int64, types.int16, types.literal(1)):
        third.get_call_template((shorts, at), {})
    assert len(third.overloads) == 1
