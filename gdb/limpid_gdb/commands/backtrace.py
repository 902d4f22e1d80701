# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from .. import state as states
from ..problem import Problem
from ..user_stack import StackBuilder, lines_of
from ..waiting import Waiting
from .command import OmpCommand


class Backtrace(OmpCommand):
    """Print the selected thread's stack as the program was written, across threads to main.

Usage: omp bt [all]
Frames of the runtime are left out. After the frames of a task come those of whoever created it, or its
region; the number in front is the frame's number in the thread that the heading names. `omp bt all`: of every
OpenMP thread."""

    name = "bt"
    usage = "[all]"

    def answer(self, process, argument):
        if argument not in ("", "all"):
            raise Problem(f"`omp bt` takes nothing or `all`, got `{argument}`.")
        stacks, waiting = StackBuilder(process), Waiting(process)
        if argument == "all":
            known = [thread for thread in process.threads() if thread.gdb is not None]
            texts = [self._of(process, stacks, waiting, thread.gdb) + [""] for thread in known]
            return [line for text in texts for line in text]
        thread = gdb.selected_thread()
        if thread is None:
            raise Problem("No thread is selected.")
        return self._of(process, stacks, waiting, thread)

    @staticmethod
    def _of(process, stacks, waiting, gdb_thread):
        thread = process.thread_of(gdb_thread)
        if thread is None:
            heading = [f"Thread {gdb_thread.num} is no thread of OpenMP; its plain stack:"]
            return heading + lines_of(stacks.build(gdb_thread))
        place = thread.place_in_region()
        region = thread.region()
        where = f", {place} in {region.text()}" if region is not None and not region.is_implicit() else ""
        told = waiting.text(thread) if thread.state not in (0, 1) else ""
        if thread.state == states.IDLE:
            return [f"Thread {gdb_thread.num} is idle: it waits for a region that needs it."]
        return [f"Thread {gdb_thread.num}{where}:"] + lines_of(stacks.build(gdb_thread), told)
