# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Threads that wait for a device inside LLVM's library of devices.

Without a tool a construct's call passes the runtime in a jump, which leaves no trace in the thread's state. Its stack shows it:
all inner frames are the library's, the driver's or the system's. A region that the library executes in the program's own process
is code of another file, and work.
"""

import os

import gdb

from . import state as states
from .stack import SelectedThread

_DEEPEST = 64  # frames inside the library
_INSIDE = ("libomptarget", "libLLVM", "libcuda", "libhsa", "libc.", "libc-", "libpthread", "libstdc++", "libffi", "ld-linux", "linux-vdso",
           "liblimpid", "libomp")  # fmt: skip
_CONSTRUCTS = {
    "__tgt_target_kernel": states.TARGET,
    "__tgt_target_data_begin": states.TARGET_MAP,
    "__tgt_target_data_end": states.TARGET_MAP,
    "__tgt_target_data_update": states.TARGET_UPDATE,
}


def awaited(thread):
    """The state (`ompt_state_t`) that a thread of gdb is in; None: in none of the library's constructs."""
    try:
        with SelectedThread(thread):
            return _construct_around(gdb.newest_frame())
    except (gdb.error, gdb.MemoryError):
        return None


def _construct_around(frame):
    for _ in range(_DEEPEST):
        if frame is None or not _is_inside(frame):
            return None
        name = frame.name() or ""
        for construct, state in _CONSTRUCTS.items():
            if name.startswith(construct):
                return state
        frame = frame.older()
    return None


def _is_inside(frame):
    library = gdb.solib_name(frame.pc())
    return library is not None and os.path.basename(library).startswith(_INSIDE)
