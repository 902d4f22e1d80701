# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A parallel region (or the league of a teams construct)."""

from ctypes import byref, c_int

from . import bindings as b

BARRIER_UNKNOWN, BARRIER_OPEN, BARRIER_HELD, BARRIER_FULL = range(4)


class Region:
    """`info.id` is 0 for the implicit region around the program."""

    def __init__(self, process, handle):
        self._process = process
        self.handle = handle
        self.info = b.RegionInfo()
        code = process.library.call("limpid_ompd_get_region_info", handle, byref(self.info))
        process.check(code, "A region cannot be read")

    @property
    def id(self):
        return self.info.id

    def is_implicit(self):
        return self.info.id == 0

    def enclosing(self):
        handle = self._process.handle_from("parallel", "ompd_get_enclosing_parallel_handle", self.handle)
        return self._process.region(handle)

    def implicit_task(self, number):
        from .task import Task

        handle = self._process.handle_from("task", "ompd_get_task_in_parallel", self.handle, number)
        return Task.from_handle(self._process, handle)

    def place(self):
        """Where it was created; None for the implicit region."""
        if self.is_implicit():
            return None
        return self._process.place_of_construct(self.info.created_at, self.info.function)

    def barrier(self):
        """How far the members are with the barriers inside the region: BARRIER_…"""
        progress = c_int()
        code = self._process.library.call("limpid_ompd_get_barrier", self.handle, byref(progress))
        return progress.value if code == b.OK else BARRIER_UNKNOWN

    def text(self):
        if self.is_implicit():
            return "the program"
        return f"{'league' if self.info.is_league else 'region'} {self.info.id}"
