# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Who holds the mutex of the C library that a thread waits for.

A lock of OpenMP's and one of the program's own may make a cycle together. glibc writes the owner's number of the
kernel into the mutex; its address is what the thread sleeps at.
"""

import gdb

from .stack import SelectedThread

_ADDRESS = {"i386:x86-64": "rdi"}  # the first argument of the system call that waits; the kernel leaves it there
_OWNER_AT = 8  # pthread_mutex_t: int __lock, unsigned __count, int __owner
_DEEPEST = 4  # frames from the system call to pthread_mutex_lock


def awaited(thread):
    """(address of the mutex, the kernel's number of its owner) of a thread of gdb; None: it waits for none."""
    try:
        with SelectedThread(thread):
            frame = gdb.newest_frame()
            register = _ADDRESS.get(frame.architecture().name())
            if register is None or not _is_in_lock(frame):
                return None
            address = int(frame.read_register(register)) & ((1 << 64) - 1)
        owner = gdb.selected_inferior().read_memory(address + _OWNER_AT, 4)
    except (gdb.error, gdb.MemoryError, ValueError):
        return None
    return (address, int.from_bytes(owner.tobytes(), "little")) if any(owner.tobytes()) else None


def _is_in_lock(frame):
    for _ in range(_DEEPEST):
        if frame is None:
            return False
        if "pthread_mutex_lock" in (frame.name() or ""):
            return True
        frame = frame.older()
    return False
