"""How rules are compiled, and how progress is reported."""

from __future__ import annotations

import numpy as np
import pytest

from parcours.engine import kernel
from parcours.engine.linking import compiled_here


def test_progress_is_told_to_whoever_listens():
    told: list[tuple[str, int, int]] = []
    with kernel.progress_to(lambda *step: told.append(step)):
        kernel.warm("parcours.games.breaking_away.loops", [("one", lambda: None), ("two", lambda: None)])
    assert told == [("one", 0, 2), ("two", 1, 2), ("", 2, 2)]


# ------------------------------------------------------------------------------------------- what is compiled


@kernel.rare
def seldom(x):
    return 3 * x


@kernel.rule
def often(x):
    return seldom(x) + 1


@pytest.fixture
def called(monkeypatch):
    """An entry that is compiled now, whatever is on disk."""
    monkeypatch.setattr(kernel, "cache_folder", lambda module: None)

    @kernel.entry
    def called(x):
        return often(x)

    with compiled_here():
        assert called(5) == 16
    return called


def compiled(function):
    """The result of a function's only compilation."""
    (only,) = function.overloads.values()
    return only


compiled_only = pytest.mark.skipif(not kernel.COMPILED, reason="about compiled rules")


@compiled_only
def test_a_rare_rule_is_not_forced_inline_by_the_rule_that_calls_it(called):
    """Numba passes forced inlining on to a callee that leaves it open: whole games ended up in one function."""
    for rule, forced in (seldom, False), (often, True):
        code = compiled(rule).library.get_function(compiled(rule).fndesc.mangled_name)
        assert (b"alwaysinline" in set(code.attributes)) == forced


@compiled_only
def test_a_rule_is_linked_into_its_entry_and_has_no_machine_code_of_its_own(called):
    """Otherwise each rule is optimised again with everything that it calls: Um Reifenbreite took minutes."""
    in_memory = compiled(called).library.codegen._engine.is_symbol_defined
    assert in_memory(compiled(called).fndesc.llvm_cpython_wrapper_name)
    for rule in seldom, often:
        assert not in_memory(compiled(rule).fndesc.llvm_cpython_wrapper_name)


def test_a_rule_can_still_be_called_from_python():
    assert often(2) == 7
    assert often(np.uint8(2)) == 7
