# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The members of a region at its barriers: who has come to which, and whom they wait for.

The barriers inside a region are one meeting place, its end is another: who is at one never comes to the other while
somebody waits there.
"""

from . import state as states
from .region import BARRIER_HELD, BARRIER_OPEN, BARRIER_UNKNOWN
from .task import EXPLICIT, TARGET


class Meeting:
    """One region at one stop."""

    def __init__(self, process, region):
        self.region = region
        tasks = [region.implicit_task(number) for number in range(region.info.threads)]
        threads = [process.thread_numbered(task.info.thread_id) for task in tasks if task is not None]
        self.members = [thread for thread in threads if thread is not None]
        self.at_end = [thread for thread in self.members if self._waits(thread, states.is_end)]
        self.inside = [thread for thread in self.members if self._waits(thread, states.is_inner_barrier)]
        self._process = process
        self._progress = None

    def _waits(self, thread, is_here):
        return is_here(thread.state) and thread.wait_id == self.region.id

    def progress(self):
        """How far those inside are: BARRIER_…"""
        if self._progress is None:
            self._progress = self.region.barrier()
        return self._progress

    def lets_go(self, thread):
        """Whether it has been let go at a barrier inside, and will go on when it runs."""
        return not states.is_end(thread.state) and self.progress() == BARRIER_OPEN

    def missing(self, thread):
        """The members that a thread at a barrier waits for."""
        if states.is_end(thread.state):
            return _without(self.members, self.at_end)
        known = self.progress() == BARRIER_HELD or self.progress() == BARRIER_UNKNOWN and self._runs_tasks()
        return _without(self.members, self.inside) if known else []

    def _runs_tasks(self):
        """Who runs a task may do so at the barrier, and then its state does not say that it has come."""
        others = _without(self.members, self.inside + self.at_end)
        tasks = [task for task in (thread.task() for thread in others) if task is not None]
        return any(task.info.flags & (EXPLICIT | TARGET) for task in tasks)

    def tasks(self):
        """Those of the region that are not complete."""
        return [task for task in self._process.tasks()
                if task.info.region_id == self.region.id and task.info.flags & (EXPLICIT | TARGET)]  # fmt: skip

    def is_mismatch(self):
        """Some wait inside for members that wait for them at the end."""
        return bool(self.at_end and self.inside) and self.progress() == BARRIER_HELD


def _without(threads, others):
    numbers = {thread.number for thread in others}
    return [thread for thread in threads if thread.number not in numbers]
