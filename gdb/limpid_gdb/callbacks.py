# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The functions that libompd.so calls back. An address space's context is the number of its inferior.

No exception may leave them: ctypes would print it and answer 0, which means ok.
"""

import ctypes
import functools

import gdb

from . import bindings as b
from .inferior import Inferior

_libc = ctypes.CDLL(None)
_libc.malloc.restype = ctypes.c_void_p
_libc.malloc.argtypes = [ctypes.c_size_t]
_libc.free.argtypes = [ctypes.c_void_p]
_libc.free.restype = None


def free(pointer):
    _libc.free(ctypes.cast(pointer, ctypes.c_void_p))


def _answers(function):
    @functools.wraps(function)
    def guarded(*arguments):
        try:
            return function(*arguments)
        except (gdb.error, gdb.MemoryError, OverflowError, ValueError):
            return b.ERROR
        except Exception:  # pylint: disable=broad-except
            return b.CALLBACK_ERROR

    return guarded


class CallbackTable:
    """Owns the ctypes thunks: the library keeps pointers to them for as long as gdb lives."""

    def __init__(self):
        self._writable = set()  # numbers of the inferiors that the user allowed to be written to
        self.table = b.Callbacks(
            b.Allocate(_answers(self._allocate)),
            b.Free(_answers(self._free)),
            b.Print(_answers(lambda text, category: b.OK)),
            b.SizeOf(_answers(self._sizes)),
            b.Symbol(_answers(self._symbol)),
            b.Memory(_answers(self._read)),
            b.Memory(_answers(self._write)),
            b.Memory(_answers(self._read_string)),
            b.Convert(_answers(self._convert)),
            b.Convert(_answers(self._convert)),
            b.ThreadContext(lambda *unused: b.UNSUPPORTED),
        )

    def allow_writing(self, number, allowed):
        """Looking must not change a program; only `omp break` and `omp step` need to switch something on in
        it.
        """
        if allowed:
            self._writable.add(number)
        else:
            self._writable.discard(number)

    @staticmethod
    def _inferior(context):
        inferior = Inferior(context)
        if not inferior.is_selected():
            raise gdb.error("not the selected inferior")
        return inferior

    @staticmethod
    def _allocate(size, pointer):
        pointer[0] = _libc.malloc(max(size, 1))
        return b.OK if pointer[0] else b.NO_MEMORY

    @staticmethod
    def _free(pointer):
        _libc.free(pointer)
        return b.OK

    def _sizes(self, context, sizes):
        pointer = self._inferior(context).pointer_size()
        sizes[0] = b.TypeSizes(1, 2, 4, pointer, 8, pointer)
        return b.OK

    def _symbol(self, context, _thread, name, address, _file):
        found = self._inferior(context).symbol(name.decode())
        if found is None:
            return b.ERROR
        address[0] = b.Address(0, found)
        return b.OK

    def _read(self, context, _thread, address, size, buffer):
        data = self._inferior(context).read(address[0].address, size)
        ctypes.memmove(buffer, data, size)
        return b.OK

    def _read_string(self, context, _thread, address, size, buffer):
        data = bytearray()
        while len(data) < size:
            data += self._inferior(context).read(address[0].address + len(data), 1)
            if data[-1] == 0:
                break
        ctypes.memmove(buffer, bytes(data), len(data))
        return b.OK

    def _write(self, context, _thread, address, size, buffer):
        if context not in self._writable:
            return b.UNSUPPORTED
        self._inferior(context).write(address[0].address, ctypes.string_at(buffer, size))
        return b.OK

    def _convert(self, context, source, unit, count, target):
        data = ctypes.string_at(source, unit * count)
        if not self._inferior(context).is_little_endian():
            data = b"".join(data[i : i + unit][::-1] for i in range(0, len(data), unit))
        ctypes.memmove(target, data, len(data))
        return b.OK
