# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from .. import bindings as b
from .. import table
from ..problem import Problem
from .command import OmpCommand

_SCOPES = {
    b.SCOPE_ADDRESS_SPACE: "process",
    b.SCOPE_THREAD: "thread",
    b.SCOPE_PARALLEL: "region",
    b.SCOPE_IMPLICIT_TASK: "implicit task",
    b.SCOPE_TASK: "task",
}


class Icvs(OmpCommand):
    """Print the internal control variables as they hold for the selected thread and its task.

Usage: omp icvs [NAME]
With a part of a name, those that have it."""

    name = "icvs"
    usage = "[NAME]"

    def answer(self, process, argument):
        handles = self._handles(process)
        rows = []
        for identifier, name, scope in process.icvs():
            if argument.lower() not in name.lower() or handles.get(scope) is None:
                continue
            value = process.icv(handles[scope], scope, identifier)
            if value is not None:
                rows.append([name, _SCOPES.get(scope, str(scope)), value])
        if not rows and argument:
            raise Problem(f"No ICV has `{argument}` in its name.")
        return table.lines(["ICV", "Of", "Value"], rows)

    @staticmethod
    def _handles(process):
        handles = {b.SCOPE_ADDRESS_SPACE: process.handle}
        thread = process.thread_of(gdb.selected_thread())
        if thread is None:
            return handles
        region, task = thread.region(), thread.task()
        handles[b.SCOPE_THREAD] = thread.handle
        handles[b.SCOPE_PARALLEL] = region.handle if region is not None else None
        handles[b.SCOPE_TASK] = task.handle if task is not None else None
        if task is not None and (task.is_implicit() or task.is_initial()):
            handles[b.SCOPE_IMPLICIT_TASK] = task.handle
        return handles
