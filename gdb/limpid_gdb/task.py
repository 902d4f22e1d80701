# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A task: implicit, explicit, or the initial one."""

from ctypes import byref, c_uint32, c_void_p

from . import bindings as b

INITIAL, IMPLICIT, EXPLICIT, TARGET, TASKWAIT = 1, 2, 4, 8, 16
RUNS, SUSPENDED, READY, DEPENDS, OVER, DETACHED = 1, 2, 3, 4, 5, 6
_KINDS = {
    INITIAL: "initial",
    IMPLICIT: "implicit",
    EXPLICIT: "explicit",
    TARGET: "target",
    TASKWAIT: "taskwait",
}
_MARKS = {
    0x08000000: "undeferred",
    0x10000000: "untied",
    0x20000000: "final",
    0x40000000: "mergeable",
    0x80000000: "merged",
}


class Task:
    """What is asked of a task beyond its description costs reads of the target, so it is asked when needed.
    """

    def __init__(self, process, handle, info):
        self._process = process
        self.handle = handle
        self.info = info

    @staticmethod
    def from_handle(process, handle):
        """None for no handle, and for a task that cannot be described."""
        if handle is None:
            return None
        info = b.TaskInfo()
        if process.library.call("limpid_ompd_get_task_info", handle, byref(info)) != b.OK:
            return None
        return Task(process, handle, info)

    @property
    def id(self):
        return self.info.id

    def kind(self):
        return _KINDS.get(self.info.flags & 0x1F, "task")

    def is_initial(self):
        return bool(self.info.flags & INITIAL)

    def is_implicit(self):
        return bool(self.info.flags & IMPLICIT)

    def marks(self):
        """'final', 'untied', …"""
        if self.is_implicit():
            return []
        return [mark for bit, mark in _MARKS.items() if self.info.flags & 0xFFFFFFFF & bit]

    def thread(self):
        """The OpenMP thread that runs it; None: nobody does."""
        return self._process.thread_numbered(self.info.thread_id) if self.info.thread_id else None

    def frames(self):
        """(exit, enter): addresses in frames, 0 where not set. Its own frames end above `enter`, and
        not above `exit`: Clang calls the code of an undeferred task from the very frame that met the
        construct."""
        leave, enter = b.FrameInfo(), b.FrameInfo()
        if self._process.library.call("ompd_get_task_frame", self.handle, byref(leave), byref(enter)) != b.OK:
            return 0, 0
        return leave.frame_address.address, enter.frame_address.address

    def region(self):
        handle = self._process.handle_from("parallel", "ompd_get_task_parallel_handle", self.handle)
        return self._process.region(handle)

    def generating(self):
        handle = self._process.handle_from("task", "ompd_get_generating_task_handle", self.handle)
        return Task.from_handle(self._process, handle)

    def outermost_creator(self):
        """(task, how many steps): the creator of the creator and so on, that nobody created; (None, 0): this one."""
        handle, steps = c_void_p(), c_uint32()
        call = self._process.library.call
        if call("limpid_ompd_get_creator", self.handle, b.OUTERMOST, byref(handle), byref(steps)) != b.OK:
            return None, 0
        return Task.from_handle(self._process, self._process.keep("task", handle.value)), steps.value

    def place(self):
        """Where it was created; None: not known, and of implicit tasks, whose region knows."""
        if not self.info.created_at:
            return None
        return self._process.place_of_construct(self.info.created_at, self.info.function)

    def text(self):
        return f"{self.kind()} task {self.info.id}" if self.info.id else f"{self.kind()} task"
