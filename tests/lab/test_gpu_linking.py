"""How kernels for the GPU are linked. LLVM writes such code on any machine: the tests read it, but don't run it."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest

from parcours.lab.gpu_linking import linked

HEAD = 'target triple = "nvptx64-nvidia-cuda"\n'
KERNEL = """
declare i32 @rule(i32)
declare i32 @rare(i32)
define void @ride(i32* %p) {
  %a = load i32, i32* %p
  %b = call i32 @rule(i32 %a)
  %c = call i32 @rare(i32 %b)
  store i32 %c, i32* %p
  ret void
}
!nvvm.annotations = !{ !0 }
!0 = !{ void (i32*)* @ride, !"kernel", i32 1 }
"""
RULE = "define i32 @rule(i32 %n) alwaysinline { %m = mul i32 %n, 12345\n ret i32 %m }"
RARE = "define i32 @rare(i32 %n) { %m = xor i32 %n, 54321\n ret i32 %m }"
UNCALLED = "define i32 @uncalled(i32 %n) { ret i32 %n }"
ROOT = """
declare double @__nv_root(double)
define void @ride(double* %p) {
  %a = load double, double* %p
  %b = call double @__nv_root(double %a)
  store double %b, double* %p
  ret void
}
!nvvm.annotations = !{ !0 }
!0 = !{ void (double*)* @ride, !"kernel", i32 1 }
"""
OF_NVIDIA = "define double @__nv_root(double %x) { %y = fmul double %x, 0.5\n ret double %y }"


def no_mathematics() -> bytes:
    raise AssertionError("no kernel of these reckons with roots")


def functions(written: str) -> list[str]:
    return [line for line in written.splitlines() if line.startswith((".func", ".visible .entry"))]


def test_rules_are_put_in_line_and_rare_ones_stay_out():
    written = linked([HEAD + part for part in (KERNEL, RULE, RARE, UNCALLED)], "compute_90a", no_mathematics)
    assert {line.split()[-1] for line in functions(written) if line.endswith("(")} == {"ride(", "rare("}
    assert "12345" in written.split(".entry")[1]
    assert "uncalled" not in written


@pytest.mark.parametrize(
    ("arch", "chip"), [("compute_75", "sm_75"), ("compute_90a", "sm_90a"), ("compute_120", "sm_120")]
)
def test_the_code_is_for_the_chip_that_is_there(arch, chip):
    written = linked([HEAD + part for part in (KERNEL, RULE, RARE)], arch, no_mathematics)
    assert f".target {chip}" in written


def test_functions_of_mathematics_are_linked_where_they_are_called():
    written = linked([HEAD + ROOT], "compute_90a", lambda: llvm.parse_assembly(HEAD + OF_NVIDIA).as_bitcode())
    assert ".extern" not in written
    assert "mul.rn.f64" in written.split(".entry")[1]
