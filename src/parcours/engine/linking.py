"""How rules reach machine code: linked into the entries that call them, and worked through there, once.

Numba by itself optimises every compiled function together with all that it calls, and makes machine code of it, with
wrappers for Python and for C. In a chain of rules the same code is worked through again at every link, and most of
what comes out is never called. Here a rule is only lowered to LLVM's language; an entry links its rules in and is
optimised as a whole.
"""
# mypy: allow-untyped-calls

from __future__ import annotations

from typing import Any

from numba.core import codegen, compiler, registry, typed_passes
from numba.core.compiler_machinery import register_pass


class LinkedLibrary(codegen.JITCodeLibrary):
    """The code of a rule, for linking only."""

    def _optimize_final_module(self) -> None:
        """Left to the entry."""

    def _finalize_final_module(self) -> None:
        """No machine code."""
        self._finalize_dynamic_globals()
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(typed_passes.NativeLowering):
    """As Numba's own, but what comes out is a `LinkedLibrary`, and nothing that Python could call."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        state.library.finalize()
        mark = object()  # by this a caller finds it; else it is the function that Python would call
        state.targetctx.insert_user_function(mark, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=mark)
        return True


class LinkedCompiler(compiler.CompilerBase):
    """Numba's pipeline with `LinkedLowering`."""

    def define_pipelines(self) -> list[Any]:
        steps = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        own = {typed_passes.NativeLowering: LinkedLowering}
        steps.passes = [(own.get(step, step), about) for step, about in steps.passes]
        steps.finalize()
        return [steps]


class LinkedRule(registry.CPUDispatcher):
    """A rule for other rules to call. Called from Python it is `plain`, the same function compiled by itself."""

    def __init__(self, plain: Any) -> None:
        super().__init__(plain.py_func, targetoptions=plain.targetoptions, pipeline_class=LinkedCompiler)
        self.plain = plain

    def add_overload(self, cres: Any) -> None:
        """For the compiler alone: there is nothing to insert that Python could call."""
        self.overloads[tuple(cres.signature.args)] = cres

    def __call__(self, *args: Any) -> Any:
        return self.plain(*args)
