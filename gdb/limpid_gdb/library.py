# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""libompd.so inside gdb."""

import ctypes
import os

import gdb

from . import bindings as b
from .callbacks import CallbackTable
from .problem import Problem

_AT_MOST = 16  # entries of ompd_dll_locations that are looked at


class Library:
    """A loaded libompd.so. It keeps nothing about a process but in handles, so one serves all inferiors."""

    def __init__(self, path):
        self.path = path
        self._functions = ctypes.CDLL(path)  # RTLD_LOCAL: its names stay out of gdb's
        b.declare(self._functions)
        self.callbacks = CallbackTable()
        code = self._functions.ompd_initialize(b.API_VERSION, ctypes.byref(self.callbacks.table))
        if code != b.OK:
            raise OSError(f"it answers code {code} to ompd_initialize")

    def call(self, name, *arguments):
        """The code that the function answers."""
        return getattr(self._functions, name)(*arguments)


class LibraryShelf:
    """Finds the library once per gdb.

    The one of this installation goes first: it reads programs of every version, and it is the one that the
    user trusted by loading these commands, while ompd_dll_locations is memory of the program that is
    debugged.
    """

    def __init__(self, here=os.path.dirname(os.path.realpath(__file__))):
        self._own = os.path.normpath(os.path.join(here, "..", "..", "..", "..", "lib", "libompd.so"))
        self._loaded = None

    def get(self, inferior):
        if self._loaded is None:
            self._loaded = self._load(inferior)
        return self._loaded

    def _load(self, inferior):
        tried = []
        for path in [self._own] + _named_by(inferior):
            try:
                return Library(path)
            except AttributeError:
                tried.append(f"{path}: not the libompd.so of Limpid")
            except OSError as error:
                tried.append(str(error) if path in str(error) else f"{path}: {error}")
        raise Problem("No libompd.so of Limpid could be loaded:\n  " + "\n  ".join(tried))


def _named_by(inferior):
    """What the program names in ompd_dll_locations, absolute paths only."""
    variable = inferior.symbol("ompd_dll_locations")
    if variable is None:
        return []
    order = "little" if inferior.is_little_endian() else "big"
    size = inferior.pointer_size()

    def word(address):
        return int.from_bytes(inferior.read(address, size), order)

    paths = []
    try:
        array = word(variable)
        for index in range(_AT_MOST if array else 0):
            text = word(array + index * size)
            if text == 0:
                break
            data = b"".join(iter(_bytes_at(inferior, text)))
            paths.append(os.fsdecode(data))
    except gdb.MemoryError:
        pass
    return [path for path in paths if os.path.isabs(path)]


def _bytes_at(inferior, address):
    for offset in range(4096):
        byte = inferior.read(address + offset, 1)
        if byte == b"\0":
            return
        yield byte
