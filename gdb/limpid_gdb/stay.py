# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain `next`, `step`, `finish`, `until`, `advance`, `up` and `down` stay in the program's code.

The runtime calls the bodies of regions and tasks, so all of these come to frames of the runtime at the end of
one: frames without a line, of which nobody wants to know. `set step-mode on` lets the first ones stop there, as
gdb's manual has it for functions without lines, and whoever has loaded the runtime's debug information meets its
frames as any others.
"""

import contextlib

import gdb

from .place import is_runtime, is_system
from .problem import Problem

_RUNNING = ("next", "step", "finish", "until", "advance")
_AT_MOST = 100  # ends of bodies that one command passes


def is_hidden(frame):
    """A frame of the runtime that shows nothing."""
    library = gdb.current_progspace().solib_name(frame.pc())
    return is_runtime(library) and not frame.find_sal().line


def _is_of_program(frame):
    library = gdb.current_progspace().solib_name(frame.pc())
    return not is_runtime(library) and not is_system(library)


def way_out(frame):
    """(frame of the runtime, frame of the program that called it): where the program's code goes on; None: nowhere."""
    while frame is not None:
        older = frame.older()
        if older is not None and _is_of_program(older):
            return frame, older
        frame = older
    return None


class Move(gdb.Command):
    """`up` or `down` over the runtime's frames."""

    def __init__(self, name, neighbour, purpose):
        self.__doc__ = f"{purpose}\nAn argument says how many frames. Frames of the OpenMP runtime are passed over."
        self._name = name
        self._neighbour = neighbour
        super().__init__(name, gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        try:
            before = gdb.selected_frame()
            gdb.execute(f"{self._name}-silently {argument}")
            frame = gdb.selected_frame()
            is_passing = is_hidden(frame)
            while frame is not None and is_hidden(frame):
                frame = self._neighbour(frame)
        except (gdb.error, gdb.MemoryError) as error:
            raise Problem(str(error)) from error
        if frame is None or (is_passing and not _leads_to_program(frame, self._neighbour)):
            before.select()
            raise Problem("There are only frames of the runtime; `omp bt` shows who created this task or region.")
        gdb.execute(f"frame level {frame.level()}")


def _leads_to_program(frame, neighbour):
    while frame is not None and not _is_of_program(frame):
        frame = neighbour(frame)
    return frame is not None


class Stay:
    """Goes on where one of the running commands ended in the runtime.

    gdb runs what is hooked behind a command at its stop in scripts, but at once where a user types: there the
    prompt comes after the stop. Whichever is first does it.
    """

    def __init__(self):
        self._is_asked = self._is_due = self._is_busy = False
        gdb.events.stop.connect(self._on_stop)
        gdb.events.before_prompt.connect(self.end)
        # Asked for one by one, a command that is not there were an error, and an error in what a library's script
        # does ends gdb's waiting for the `run` that loads the library.
        users = gdb.execute("show user", to_string=True)
        for name in _RUNNING:
            for hook, method in ((f"hook-{name}", "begin"), (f"hookpost-{name}", "end")):
                if f'"{hook}"' not in users:  # the user's own stays
                    code = f"from limpid_gdb.registry import stay; stay().{method}()"
                    gdb.execute(f"define {hook}\npython {code}\nend", to_string=True)

    def begin(self):
        self._is_asked = not self._is_busy

    def _on_stop(self, event):
        # Breakpoints and signals have events of their own: the user wants to be there.
        self._is_due = self._is_asked and type(event) is gdb.StopEvent and not gdb.parameter("step-mode")
        self._is_asked = False

    def end(self):
        if not self._is_due:
            return
        self._is_due = False
        try:
            with self.aside():
                text = self._go_on(gdb.selected_thread())
            if text:
                print(text.rstrip())
        except gdb.error as error:
            print(error)

    @contextlib.contextmanager
    def aside(self):
        """For those who run such commands themselves."""
        before, self._is_busy = self._is_busy, True
        try:
            yield
        finally:
            self._is_busy = before

    def _go_on(self, thread):
        """What there is to tell; None: nothing had to be done."""
        if thread is None or not thread.is_stopped() or not is_hidden(gdb.newest_frame()):
            return None
        for _ in range(_AT_MOST):
            found = way_out(gdb.newest_frame())
            if found is None:
                return f"Thread {thread.num} has done its part: `omp threads` says what it waits for."
            _run("continue", found[0])
            if not thread.is_valid() or gdb.selected_thread() != thread:
                return _elsewhere()
            if gdb.newest_frame().find_sal().pc != gdb.newest_frame().pc():
                _run("next")  # the rest of the line that met the construct
            if gdb.selected_thread() != thread or not is_hidden(gdb.newest_frame()):
                break
        return gdb.execute("frame", to_string=True) if gdb.selected_thread() == thread else _elsewhere()


def _run(command, callee=None):
    stop = gdb.FinishBreakpoint(callee, internal=True) if callee is not None else None
    if stop is not None:
        stop.silent = True
    try:
        gdb.execute(f"with suppress-cli-notifications on -- {command}", to_string=True)
    finally:
        if stop is not None and stop.is_valid():
            stop.delete()


def _elsewhere():
    thread = gdb.selected_thread()
    if thread is None:
        return "The program has ended."
    return f"Thread {thread.num} stopped before that was over:\n" + gdb.execute("frame", to_string=True)


def moves():
    """`up` and `down`, to be kept alive."""
    return (
        Move("up", lambda frame: frame.older(), "Select and print the stack frame that called this one."),
        Move("down", lambda frame: frame.newer(), "Select and print the stack frame called by this one."),
    )
