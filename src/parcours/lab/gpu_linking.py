"""How rules become code for the GPU: linked and optimised by LLVM, with seldom-used code out of line.

Numba passes each rule to NVIDIA's compiler (NVVM) in a module of its own, and once more for every way in which it is
called. NVVM puts all of them into one function. For a game with many rules this takes minutes, and the code is so long
that the GPU waits while it is fetched. Here llvmlite's own LLVM, which can write for NVIDIA's GPUs too, links each
module once. Functions marked `@rare` stay out of line.
"""
# mypy: allow-untyped-calls

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm
from numba.core.compiler_lock import global_compiler_lock

from parcours.engine.shortcuts import from_the_front

TRIPLE = "nvptx64-nvidia-cuda"
KERNEL = " ptx_kernel "
"""How LLVM marks a kernel."""
OF_NUMBA, OF_NVIDIA = "_ZN5numba", "__nv_"
"""How the names of Numba's and NVIDIA's own functions begin: LLVM decides where to inline these."""


def kernel(function: Callable[..., None]) -> Any:
    """A kernel for the GPU: as `cuda.jit` makes one, but linked in our way."""
    options = {"debug": False, "lineinfo": False, "opt": True, "fastmath": False, "link": [], "extensions": []}
    return _dispatcher()(function, targetoptions=options)


@cache
def _dispatcher() -> Any:
    usual: Any = import_module("numba.cuda.dispatcher").CUDADispatcher

    class LinkedKernel(usual):  # type: ignore[misc]
        """Numba's dispatcher, with another linker."""

        def compile(self, sig: Any) -> Any:
            with global_compiler_lock, _linked_by_llvm():
                return super().compile(sig)

    return LinkedKernel


@contextmanager
def _linked_by_llvm() -> Iterator[None]:
    """Within this block LLVM, instead of NVVM, makes Numba's kernels. This is only for the thread that holds Numba's
    lock."""
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")

    def compile_ir(modules: list[str], **options: Any) -> bytes:
        return linked([nvvm.llvm_replace(one) for one in modules], options["arch"], nvvm.LibDevice().get).encode()

    exchanged = (
        (nvvm, "compile_ir", compile_ir),
        (import_module("numba.cuda.codegen").CUDACodeLibrary, "modules", property(_modules)),
        (import_module("numba.cuda.np.arrayobj"), "fix_integer_index", from_the_front),
    )
    before = [getattr(owner, name) for owner, name, _ in exchanged]
    for owner, name, ours in exchanged:
        setattr(owner, name, ours)
    try:
        yield
    finally:
        for (owner, name, _), usual in zip(exchanged, before, strict=True):
            setattr(owner, name, usual)


def _modules(library: Any) -> list[Any]:
    """The modules of a library and of all libraries that it calls, each once. (Numba's own list repeats a module for
    every way in which it is reached.)"""
    found: dict[Any, None] = {}

    def visit(one: Any) -> None:
        if one not in found:
            found[one] = None
            for called in one._linking_libraries:
                visit(called)

    visit(library)
    return [one._module for one in found]


def linked(modules: list[str], arch: str, mathematics: Callable[[], bytes]) -> str:
    """The PTX of a kernel, from Numba's modules: the kernel and every function that it calls.

    The architecture is given as for NVVM: `compute_90a`. NVIDIA's mathematical functions are linked in only if one of
    them is called.
    """
    machine = _machine(arch)
    whole = llvm.parse_assembly(modules[0])
    for text in modules[1:]:
        whole.link_in(llvm.parse_assembly(text))
    if any(one.is_declaration and one.name.startswith(OF_NVIDIA) for one in whole.functions):
        whole.link_in(llvm.parse_bitcode(mathematics()))
    whole.data_layout = str(machine.target_data)
    _keep_in([*whole.global_variables, *whole.functions])
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_unrolling = tuning.loop_vectorization = tuning.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    return str(machine.emit_assembly(whole))


def _keep_in(parts: list[Any]) -> None:
    """Make the linked functions internal, since only the kernel calls them; and inline none but `@rule` functions."""
    for one in parts:
        if one.is_declaration or one.name.startswith("llvm."):
            continue
        if one.is_function and KERNEL in str(one).split("(", 1)[0]:
            continue
        one.linkage = "internal"
        if one.is_function and b"alwaysinline" not in one.attributes and not one.name.startswith((OF_NUMBA, OF_NVIDIA)):
            one.add_function_attribute("noinline")


@cache
def _machine(arch: str) -> Any:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=arch.replace("compute", "sm"), opt=3)
