"""A canary for the private parts of Numba that `linking.py` builds on: it fails if a new Numba has moved them."""

from __future__ import annotations

import inspect

import numba
import pytest
from llvmlite import ir
from numba.core import codegen, compiler, registry, typed_passes, types
from numba.core.compiler_lock import global_compiler_lock

from parcours.engine.kernel import COMPILED, entry, rare, rule
from parcours.engine.linking import EntryLibrary, compiled_here
from parcours.engine.shortcuts import SHORTER, shortened

PARTS = [
    (codegen.JITCodeLibrary, "finalize"),
    (codegen.JITCodeLibrary, "_optimize_functions"),
    (codegen.JITCodeLibrary, "_optimize_final_module"),
    (codegen.JITCPUCodegen, "_function_pass_manager"),
    (codegen.JITCPUCodegen, "_module_pass_manager"),
    (codegen.JITCodeLibrary, "_finalize_dynamic_globals"),
    (codegen.JITCodeLibrary, "_verify_declare_only_symbols"),
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


@rare
def seldom_called(n):
    return n + 100


@rare
def calls_it_in_writing_alone(n):
    return seldom_called(n) if n != n else n


@rare
def calls_it(n):
    return seldom_called(n)


@entry
def both(n):
    return calls_it_in_writing_alone(n) + calls_it(n)


@pytest.mark.skipif(not COMPILED, reason="needs the compiler")
def test_a_rule_is_linked_in_after_all_that_call_it():
    with compiled_here():
        assert both(10) == 120


@pytest.mark.skipif(not COMPILED, reason="needs the compiler")
def test_an_entry_that_calls_what_is_not_there_is_refused():
    codegen_ = canary.targetctx.codegen()
    with global_compiler_lock:
        library = EntryLibrary(codegen_, "lacking")
        module = library.create_ir_module("lacking")
        taking = ir.FunctionType(ir.IntType(64), ())
        builder = ir.IRBuilder(ir.Function(module, taking, "entered").append_basic_block())
        builder.ret(builder.call(ir.Function(module, taking, "_ZN8parcours7missingEv"), ()))
        library.add_ir_module(module)
        with pytest.raises(AssertionError, match="_ZN8parcours7missingEv"):
            library.finalize()


def test_numba_is_left_as_it_was_after_a_shortcut():
    before = [getattr(owner, name) for owner, name, _ in SHORTER]
    with shortened():
        assert [getattr(owner, name) for owner, name, _ in SHORTER] == [shorter for *_, shorter in SHORTER]
        with shortened():
            pass
        assert SHORTER[0][0].__repr__ is SHORTER[0][2]
    assert all(getattr(owner, name) is was for (owner, name, _), was in zip(SHORTER, before, strict=True))


def test_options_are_equal_and_hashed_as_numba_does_it():
    flags, others = compiler.Flags(), compiler.Flags()
    others.forceinline = True
    with shortened():
        assert hash(flags) == hash(others) == hash(compiler.Flags())
        assert flags == compiler.Flags() != others
        short = flags.values()
    assert flags.values() == short
    with shortened():
        inside = hash(flags)
    assert inside == hash(flags)
