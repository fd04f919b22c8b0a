"""How rules become machine code: each entry links in the rules that it calls, and is optimised once, as a whole.

Left to itself, Numba optimises every compiled function together with everything it calls, and turns it into machine
code with wrappers for Python and for C. In a chain of rules it optimises the same code again at every link, and most of
the result is never called. Here a rule is only lowered to LLVM's intermediate code. An entry links in the rules that
it calls and is optimised as a whole: thoroughly if it rides many races, lightly if it acts on one. Nobody waits for
that: until its kernel is on disk, an entry runs as plain Python.
"""
# mypy: allow-untyped-calls

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, cached_property
from types import FunctionType
from typing import Any

import numpy as np
from numba.core import codegen, compiler, registry, sigutils, typed_passes, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass

from parcours.engine.cache import KernelCache
from parcours.engine.plain import opened
from parcours.engine.shortcuts import shortened


class LinkedLibrary(codegen.JITCodeLibrary):
    """The code of one rule without the rules that it calls, for linking only."""

    def _optimize_functions(self, ll_module: Any) -> None:
        """As in Numba, but with one list of passes for all functions, and none for those that are only declared."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def finalize(self) -> None:
        """Don't optimise the rule, link in the rules that it calls, or make machine code: the entry does that."""
        self._raise_if_finalized()
        for library in self._linking_libraries:
            library._ensure_finalized()
            self._reload_init.update(library._reload_init)
        self._finalize_dynamic_globals()
        self._finalized = True


class EntryLibrary(codegen.JITCodeLibrary):
    """The code of an entry, with every rule that it calls."""

    thorough = True

    def finalize(self) -> None:
        """Link each rule in once, however many rules call it, and after all its callers: LLVM leaves out functions that
        nobody has called yet."""
        self._linking_libraries = _callers_first(self._linking_libraries)
        super().finalize()

    def _optimize_final_module(self) -> None:
        """An entry for one race runs for microseconds: one light pass over it is enough."""
        self._keep_rules_in()
        if self.thorough:
            super()._optimize_final_module()
        else:
            passes, builder = self._codegen._module_pass_manager(opt=1, loop_vectorize=False, slp_vectorize=False)
            passes.run(self._final_module, builder)

    def _keep_rules_in(self) -> None:
        """Make the linked rules internal. Since nobody else calls them, LLVM may then leave out arguments that they
        never read, and results that nobody uses."""
        rules = (library for library in self._linking_libraries if isinstance(library, LinkedLibrary))
        names = {one.name for library in rules for one in library._final_module.functions if not one.is_declaration}
        for one in self._final_module.functions:
            if one.name in names and not one.is_declaration:
                one.linkage = "internal"

    def _verify_declare_only_symbols(self) -> None:
        """Check that no function that is called is missing: a call to it would end the process."""
        super()._verify_declare_only_symbols()
        missing = [one.name for one in self._final_module.functions if one.is_declaration and one.name[:3] == "_ZN"]
        if missing:
            raise AssertionError(f"{self.name}: not linked: {missing}")


def _callers_first(libraries: list[Any]) -> list[Any]:
    """These libraries and all libraries that the rules among them call, each after all its callers. (Numba's own
    libraries already hold what they call.)"""
    left: dict[Any, None] = {}

    def leave(library: Any) -> None:
        if library in entered:
            return
        entered.add(library)
        if isinstance(library, LinkedLibrary):
            for called in library._linking_libraries:
                leave(called)
        left[library] = None

    entered: set[Any] = set()
    for library in libraries:
        leave(library)
    return list(reversed(left))


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(typed_passes.NativeLowering):
    """As in Numba, but the result is a `LinkedLibrary`, without anything that Python could call."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        super().run_pass(state)
        state.library.finalize()
        mark = object()  # callers find the rule by this; Numba would use the function that Python calls
        state.targetctx.insert_user_function(mark, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=mark)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class BulkLowering(typed_passes.NativeLowering):
    """As in Numba, but into an `EntryLibrary`."""

    _name = "bulk_lowering"
    thorough = True

    def run_pass(self, state: Any) -> bool:
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.thorough = self.thorough
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(BulkLowering):
    """For entries that act on one race."""

    _name = "entry_lowering"
    thorough = False


class LinkedCompiler(compiler.CompilerBase):
    """Numba's pipeline with `LinkedLowering`."""

    lowering: type[typed_passes.NativeLowering] = LinkedLowering

    def define_pipelines(self) -> list[Any]:
        steps = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        own = {typed_passes.NativeLowering: self.lowering}
        steps.passes = [(own.get(step, step), about) for step, about in steps.passes]
        steps.finalize()
        return [steps]


class EntryCompiler(LinkedCompiler):
    """Numba's pipeline with `EntryLowering`."""

    lowering = EntryLowering


class BulkCompiler(LinkedCompiler):
    """Numba's pipeline with `BulkLowering`."""

    lowering = BulkLowering


class LinkedRule(registry.CPUDispatcher):
    """A rule for other rules to call. Called from Python, it runs uncompiled, and so do all rules that it calls."""

    wraps = False
    """Whether its 64-bit numbers overflow on purpose."""

    def __init__(self, made: Any) -> None:
        super().__init__(made.py_func, targetoptions=made.targetoptions, pipeline_class=LinkedCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile the rule once for whole numbers of all sizes, literals included. (A literal True or False selects one
        of two variants of a rule: these are compiled separately.)"""
        widened = {name: _widened(kind) for name, kind in dict(kws).items()}
        return super().get_call_template(tuple(map(_widened, args)), widened)

    def compile(self, sig: Any) -> Any:
        """As in Numba, but without its timers, each of which would be notified of every event while the rules called
        from here are compiled."""
        with global_compiler_lock, self._compiling_counter:
            args, return_type = sigutils.normalize_signature(sig)
            known: dict[Any, Any] = self.overloads
            compiler: Any = vars(self)["_compiler"]
            if tuple(args) not in known:
                self.add_overload(compiler.compile(args, return_type))
            return known[tuple(args)].entry_point

    def add_overload(self, cres: Any) -> None:
        """Keep the result for the compiler only: it contains nothing that Python could call."""
        self.overloads[tuple(cres.signature.args)] = cres

    @cached_property
    def plain(self) -> Any:
        """The same function, calling other rules directly."""
        plain = plain_of(self.py_func)
        return np.errstate(over="ignore")(plain) if self.wraps else plain

    def __call__(self, *args: Any) -> Any:
        return self.plain(*map(opened, args))


def _widened(kind: Any) -> Any:
    """The type that a rule is compiled for, given an argument of this type. (Unsigned numbers stay unsigned: luck is
    computed with them.)"""
    plain: Any = kind if isinstance(kind, types.BooleanLiteral) else types.unliteral(kind)
    return types.int64 if plain in types.signed_domain else plain


_plain_modules: dict[int, dict[str, Any]] = {}


def plain_of(function: Any) -> Any:
    """The same function in plain Python, in which the rules that it calls are plain Python, too."""
    around = function.__globals__
    known = _plain_modules.get(id(around))
    if known is None:
        known = _plain_modules[id(around)] = dict(around)
        for name, value in around.items():
            if isinstance(value, LinkedRule):
                known[name] = value.plain
            elif isinstance(value, np.ndarray):
                known[name] = opened(value)
    plain = FunctionType(function.__code__, known, function.__name__, function.__defaults__, function.__closure__)
    plain.__kwdefaults__ = function.__kwdefaults__
    return plain


class Entry(registry.CPUDispatcher):
    """A function that Python calls. It runs uncompiled until its kernel is on disk, then switches to it between two
    calls.

    Separate processes do the compiling (`compiled_here`). With `at_once`, for many races at a time, the entry is
    compiled at its first call.
    """

    def __init__(self, made: Any, kernels: KernelCache | None, at_once: bool) -> None:
        pipeline = BulkCompiler if at_once else EntryCompiler
        super().__init__(made.py_func, targetoptions=made.targetoptions, pipeline_class=pipeline)
        self._compiled = super().__call__
        self._kernels, self._look_again, self._loading = kernels, 0.0, False
        self.at_once = at_once
        self.ready = False
        """Whether the next call runs compiled."""
        self.unchecked: Callable[..., Any] = self
        """The same function for arguments of exactly the types it was compiled for. Once its kernel is loaded, Python
        calls it without checking the types: the check would take longer than many rules do."""
        if kernels is not None:
            self._cache = kernels

    @cached_property
    def plain(self) -> Any:
        """The same function in plain Python."""
        return plain_of(self.py_func)

    def __call__(self, *args: Any) -> Any:
        if self.ready:
            return self._compiled(*args)
        if self.at_once or _Settings.compile_here:
            self.ready = True
            return self._compiled(*args)
        began = time.perf_counter()
        if began >= self._look_again:
            self._look_again = began + LOOK_EVERY
            if self._look():
                return self._compiled(*args)
        return self.plain(*map(opened, args))

    def compile(self, sig: Any) -> Any:
        """As in Numba, but with our shortcuts."""
        with global_compiler_lock, shortened():
            return super().compile(sig)

    @property
    def files(self) -> list[str]:
        """The files that hold the entry's kernels; empty if there are none on disk."""
        return [] if self._kernels is None else self._kernels.files

    def _look(self) -> bool:
        """Check whether the kernel is on disk by now, and if so load it. Returns whether it is loaded."""
        if self._loading or not self.files:
            return False
        if not _Settings.load_aside:
            return self.load()
        self._loading = True
        aside(self.load)
        return False

    def load(self) -> bool:
        """Load the kernels from disk if they are there, without compiling anything. Returns whether they are loaded."""
        if self.ready or self._kernels is None:
            return self.ready
        with global_compiler_lock:
            try:
                context: Any = self.targetctx
                found = [self._load(sig) for sig in self._kernels.signatures(context.codegen())]
            finally:
                self._loading = False
            if any(found):
                self.disable_compile()
                self.ready = True
                made: list[Any] = list(self.overloads.values())
                if len(made) == 1:
                    self.unchecked = made[0].entry_point
        return self.ready

    def _load(self, sig: Any) -> bool:
        if tuple(sig) in self.overloads:
            return True
        made = self._kernels.load_overload(sig, self.targetctx) if self._kernels else None
        if made is None:
            return False
        self.targetctx.insert_user_function(made.entry_point, made.fndesc, [made.library])
        self.add_overload(made)
        return True


LOOK_EVERY = 0.5
"""Seconds between two checks for a missing kernel."""


class _Settings:
    """How entries of this process behave."""

    compile_here = False
    load_aside = False


@contextmanager
def compiled_here() -> Iterator[None]:
    """Within this block entries are compiled at their first call, in this process."""
    before, _Settings.compile_here = _Settings.compile_here, True
    try:
        yield
    finally:
        _Settings.compile_here = before


def load_aside() -> None:
    """From now on load kernels in a thread, and run uncompiled until they are loaded."""
    _Settings.load_aside = True


def aside(work: Callable[[], object]) -> None:
    """Run a function in the thread that loads kernels."""
    _loader().submit(work)


@cache
def _loader() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "parcours-loader")
