"""Lending an array to another library without a copy: DLPack, as PyTorch, JAX, CuPy and NumPy take it.

Numba's GPU arrays take DLPack but can't give it. `Lent` gives it for any array with NumPy's or CUDA's array interface:

    torch.from_dlpack(Lent(array))
    jax.dlpack.from_dlpack(Lent(array))
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""DLPack's numbers for the kinds of device."""
_KINDS = {"i": 0, "u": 1, "f": 2, "b": 6}


class _Device(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Type(ctypes.Structure):
    _fields_ = (("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16))


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", _Device),
        ("ndim", ctypes.c_int32),
        ("dtype", _Type),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


class _Managed(ctypes.Structure):
    pass


_Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(_Managed))
_Managed._fields_ = (("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", _Deleter))

_lent: dict[int, tuple[Any, ...]] = {}
"""What must stay alive until the borrower gives it back, by the address of its DLPack description."""


def _taken_back(managed: Any) -> None:
    """Called when the borrower has finished with an array."""
    _lent.pop(ctypes.addressof(managed.contents), None)


_give_back = _Deleter(_taken_back)

_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_capsule = ctypes.pythonapi.PyCapsule_IsValid
_is_capsule.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype = ctypes.c_void_p
_pointer_of.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _thrown_away(capsule: int) -> None:
    """Called when a capsule is deleted. If nobody has taken its array, the array is released, too."""
    if _is_capsule(capsule, b"dltensor"):
        _lent.pop(int(_pointer_of(capsule, b"dltensor")), None)


_forget = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_thrown_away)


class Lent:
    """An array in C order that other libraries can read and write where it lies."""

    def __init__(self, array: Any, device: int = 0) -> None:
        on_gpu = hasattr(array, "__cuda_array_interface__")
        interface = array.__cuda_array_interface__ if on_gpu else array.__array_interface__
        if interface.get("strides") is not None:
            raise ValueError("only an array in C order can be lent")
        self.array = array
        self._device = (CUDA, device) if on_gpu else (CPU, 0)
        self.address, self.shape = interface["data"][0], tuple(interface["shape"])
        self.dtype = np.dtype(interface["typestr"])

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        """A capsule that describes the array. (Kernels run on the default stream, for which other libraries wait.)"""
        if copy or (dl_device is not None and tuple(dl_device) != self._device):
            raise BufferError("the array is lent in place: it can't be copied or moved")
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        kind = _Type(_KINDS[self.dtype.kind], 8 * self.dtype.itemsize, 1)
        tensor = _Tensor(self.address, _Device(*self._device), len(self.shape), kind, shape, None, 0)
        managed = _Managed(tensor, None, _give_back)
        address = ctypes.addressof(managed)
        _lent[address] = (managed, shape, self.array)
        return _new_capsule(address, b"dltensor", ctypes.cast(_forget, ctypes.c_void_p))
