# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from .. import table
from ..user_stack import StackBuilder
from ..waiting import Waiting
from .command import OmpCommand


class Threads(OmpCommand):
    """List the OpenMP threads: place in the team, region, task, state, source line.

Usage: omp threads
A thread that waits for a lock shows who holds it; one at a barrier, who is missing. Numbers of threads are
gdb's."""

    name = "threads"

    def answer(self, process, _argument):
        stacks, waiting = StackBuilder(process), Waiting(process)
        rows = [self._row(thread, stacks, waiting) for thread in process.threads()]
        return table.lines(["  Id", "OpenMP", "Region", "Task", "Where", "State"], rows)

    @staticmethod
    def _row(thread, stacks, waiting):
        mark = "*" if thread.gdb is not None and thread.gdb == gdb.selected_thread() else " "
        number = str(thread.gdb.num) if thread.gdb is not None else f"LWP {thread.lwp}"
        region, task = thread.region(), thread.task()
        return [
            f"{mark} {number}",
            thread.place_in_region(),
            _region_text(region),
            f"{task.kind()} {task.id}" if task is not None and task.id else "",
            stacks.place_of(thread),
            waiting.text(thread),
        ]


def _region_text(region):
    if region is None or region.is_implicit():
        return ""
    return f"{region.id} (level {region.info.level})" if region.info.level > 1 else str(region.id)
