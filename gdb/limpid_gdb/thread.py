# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An OpenMP thread, and the thread of gdb that it is."""

from . import bindings as b
from .task import Task


class Thread:
    """`gdb` is None when gdb does not know the thread (a core file without its registers)."""

    def __init__(self, process, handle, info, known):
        self._process = process
        self._handle = handle
        self.number = info.number
        self.lwp = info.lwp
        self.gdb = known.get(self.lwp)
        self.state = info.state
        self.wait_id = info.wait_id

    @property
    def handle(self):
        return self._handle

    def label(self):
        """As the user of gdb knows it."""
        return f"thread {self.gdb.num}" if self.gdb is not None else f"LWP {self.lwp}"

    def region(self):
        handle = self._process.handle_from("parallel", "ompd_get_curr_parallel_handle", self._handle)
        return self._process.region(handle)

    def task(self):
        handle = self._process.handle_from("task", "ompd_get_curr_task_handle", self._handle)
        return Task.from_handle(self._process, handle)

    def place_in_region(self):
        """'1 of 4', or '' outside of regions."""
        value = self._icv("thread-num-var")
        size = self._icv_of_region()
        return f"{value} of {size}" if value is not None and size is not None else ""

    def _icv(self, name):
        for identifier, known, scope in self._process.icvs():
            if known == name and scope == b.SCOPE_THREAD:
                return self._process.icv(self._handle, scope, identifier)
        return None

    def _icv_of_region(self):
        region = self.region()
        return region.info.threads if region is not None else None
