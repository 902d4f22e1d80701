# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from ..inferior import Inferior
from ..place import is_runtime, is_system
from ..problem import Problem
from ..stack import ThreadStack

_BEGINNINGS = ("ompd_bp_parallel_begin", "ompd_bp_task_begin")
_AT_MOST = 100  # calls of the runtime on one source line


class Step(gdb.Command):
    """Step one source line, into regions and tasks that the thread begins and out of them when they end.

Usage: omp step
Other threads run meanwhile. The runtime's code is passed over, and the C library's."""

    def __init__(self, opener, switch, stay):
        super().__init__("omp step", gdb.COMMAND_RUNNING, gdb.COMPLETE_NONE)
        self._opener = opener
        self._switch = switch
        self._stay = stay

    def invoke(self, argument, from_tty):
        if argument.strip():
            raise Problem(f"`omp step` takes no argument, got `{argument}`.")
        thread = gdb.selected_thread()
        if thread is None:
            raise Problem("The program is not being run.")
        Inferior.require_no_core()
        self._switch.want()
        with self._stay.aside():
            text = _Walk(self._opener, thread).one_line()
        print(text.rstrip())


class _Walk:
    """One `omp step` of one thread. It stops and goes on several times; only the last stop is told."""

    def __init__(self, opener, thread):
        self._opener = opener
        self._thread = thread

    def one_line(self):
        """Text for the user: where the thread is now, or why it is not there."""
        before = _line()
        for _ in range(_AT_MOST):
            entered = self._run([], "step")
            if not self._is_here():
                return self._elsewhere()
            if entered or not _outside_program():
                break
            going_on = self._way_out()
            if going_on is None:
                return self._why_not()
            entered = self._run([f"*{going_on:#x}"], "continue")
            if not self._is_here():
                return self._elsewhere()
            if entered or _line() != before:
                break
        return gdb.execute("frame", to_string=True)

    def _run(self, places, command):
        """Whether a region or task began meanwhile: then the thread stands at its code."""
        self._until(places + list(_BEGINNINGS), command)
        if not self._is_here() or (gdb.newest_frame().name() or "").split("(")[0] not in _BEGINNINGS:
            return False
        body = self._body()
        if body:
            self._until([f"*{body:#x}"], "continue")
        return True

    def _until(self, places, command):
        stops = []
        try:
            for place in places:
                stops.append(gdb.Breakpoint(place, internal=True))
                stops[-1].thread = self._thread.global_num
                stops[-1].silent = True
            gdb.execute(f"with suppress-cli-notifications on -- {command}", to_string=True)
        finally:
            for stop in stops:
                if stop.is_valid():
                    stop.delete()

    def _is_here(self):
        return self._thread.is_valid() and gdb.selected_thread() == self._thread

    def _elsewhere(self):
        thread = gdb.selected_thread()
        if thread is None:
            return "The program has ended."
        where = gdb.execute("frame", to_string=True)
        return f"Thread {thread.num} stopped before the step was over:\n{where}"

    def _body(self):
        """The function of the region or task that begins."""
        with self._opener.open() as process:
            thread = process.thread_of(gdb.selected_thread())
            if thread is None:
                return 0
            if gdb.newest_frame().name().startswith("ompd_bp_parallel"):
                region = thread.region()
                return region.info.function if region is not None else 0
            task = thread.task()
            return task.info.function if task is not None else 0

    def _way_out(self):
        """Where the program's code goes on in this thread; None: nowhere."""
        for record in ThreadStack(self._thread):
            if not record.is_runtime and not record.is_system:
                return record.pc
        return None

    def _why_not(self):
        with self._opener.open() as process:
            thread = process.thread_of(self._thread)
            region = thread.region() if thread is not None else None
            if thread is not None and not (thread.task() is not None and thread.task().is_initial()):
                what = region.text() if region is not None and not region.is_implicit() else "its region"
                return f"Thread {self._thread.num} has done its part of {what}: it has nothing to go on with."
            return f"Thread {self._thread.num} has left the program's code."


def _line():
    sal = gdb.newest_frame().find_sal()
    return (sal.symtab.filename if sal.symtab is not None else None, sal.line)


def _outside_program():
    library = gdb.current_progspace().solib_name(gdb.newest_frame().pc())
    return is_runtime(library) or is_system(library)
