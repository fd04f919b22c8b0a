"""Shortcuts for Numba: work that it repeats for every rule is done only once.

They are taken only while kernels are compiled (`shortened`). Most do not change the result: a race's type is spelled
out once, types of calls are remembered, errors that nobody will read get no colours, and lifetimes of variables are
worked out only on demand. One makes kernels quicker: they don't check whether an index is below 0, since rules never
use one.
"""
# mypy: allow-untyped-calls, disable-error-code="misc"

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from llvmlite.binding import ffi
from numba.core import cpu, errors, postproc, targetconfig, transforms, types
from numba.core.types import Record
from numba.core.types.functions import BaseFunction
from numba.np import arrayobj

Made = Callable[..., Any]


def _typed_once(type_of_call: Made) -> Made:
    """Remember the types of calls of Numba's own functions. The key holds everything that a type depends on."""

    def typed(self: Any, context: Any, args: Any, kws: Any) -> Any:
        known = vars(self).setdefault("_typed", {})
        key = context, tuple(args), tuple(dict(kws).items()), targetconfig.ConfigStack.top_or_none()
        if key not in known:
            known[key] = type_of_call(self, context, args, kws)
        return known[key]

    return typed


_hashes: dict[Any, int] = {}


def _option_hash(self: Any) -> int:
    """As in Numba, the hash of the option names alone; worked out once per class."""
    kind = type(self)
    if kind not in _hashes:
        _hashes[kind] = hash(tuple(sorted(self.options)))
    return _hashes[kind]


def _option_values(self: Any) -> dict[str, Any]:
    return {name: self._values.get(name, option.default) for name, option in self.options.items()}


def _read_late(run: Made) -> Made:
    """Work out the lifetimes of variables on demand: few of the compiler's passes ask for them."""

    def read(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        code = self.func_ir
        if code.is_generator:
            run(self, emit_dels, extend_lifetimes)
            return
        code.blocks = transforms.canonicalize_cfg(code.blocks)
        code.variable_lifetime = postproc.VariableLifetime(code.blocks)
        code.generator_info = None
        if emit_dels:
            self._insert_var_dels(extend_lifetimes=extend_lifetimes)

    return read


_modules_at: dict[int, int] = {}


def _loaded_once(load: Made) -> Made:
    """Look for new registries only if modules have been added, since Numba's registries come from modules. If not, only
    known registries can have new entries. (Numba adds some when it meets one of its intrinsics for the first time.)"""

    def loaded(self: Any) -> None:
        if _modules_at.get(id(self)) != len(sys.modules):
            load(self)
            _modules_at[id(self)] = len(sys.modules)
        else:
            for known in list(self._registries):
                self.install_registry(known)

    return loaded


def from_the_front(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index of an array. In Python an index below 0 counts from the end. Rules never use one
    (`tests/engine/test_indexes.py`), and a check at every access would take longer than the access."""
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


_ColorScheme: Any = vars(errors)["_DummyColorScheme"]


class _Plain(_ColorScheme):
    """Messages without colours."""

    def _as_it_is(self, text: str) -> str:
        return text

    code = errmsg = filename = indicate = highlight = reset = _as_it_is


SHORTER: tuple[tuple[Any, str, Any], ...] = (
    (Record, "__repr__", cache(Record.__repr__)),  # hundreds of fields, spelled out at each step of each rule
    (BaseFunction, "get_call_type", _typed_once(BaseFunction.get_call_type)),
    (targetconfig.TargetConfig, "__hash__", _option_hash),
    (targetconfig.TargetConfig, "values", _option_values),
    (postproc.PostProcessor, "run", _read_late(postproc.PostProcessor.run)),
    (cpu.CPUContext, "load_additional_registries", _loaded_once(cpu.CPUContext.load_additional_registries)),
    (errors, "_termcolor_inst", _Plain()),
    (arrayobj, "fix_integer_index", from_the_front),
    (ffi.lib._lock, "_cblist", []),  # nobody listens to the calls of LLVM
)
"""What is replaced: the owner, the name, and the replacement."""

_inside: list[None] = []


@contextmanager
def shortened() -> Iterator[None]:
    """Within this block Numba takes the shortcuts. Only for the thread that holds Numba's lock."""
    before = [] if _inside else [(owner, name, getattr(owner, name)) for owner, name, _ in SHORTER]
    if before:
        for owner, name, shorter in SHORTER:
            setattr(owner, name, shorter)
    _inside.append(None)
    try:
        yield
    finally:
        _inside.pop()
        for owner, name, usual in before:
            setattr(owner, name, usual)
