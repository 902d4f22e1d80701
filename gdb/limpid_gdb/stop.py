# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was found out about the selected inferior since it stopped.

gdb asks the frame filter once for each thread of `thread apply all bt`: reading all threads each time would cost
their number squared. Handles go stale when the program goes on or its memory is written to: then all of it goes.
"""

import gdb

from .user_stack import StackBuilder
from .waiting import Waiting

_ENDS = ("cont", "exited", "inferior_call", "memory_changed", "register_changed", "new_objfile", "clear_objfiles",
         "inferior_deleted")  # fmt: skip


class Stop:
    """One process while it does not run."""

    def __init__(self, process):
        self.process = process
        self.waiting = Waiting(process)
        self.stacks = StackBuilder(process)


class StopKeeper:
    """Keeps the last one as long as it is true."""

    def __init__(self, opener):
        self._opener = opener
        self._stop = None
        self._of = None
        for name in _ENDS:
            getattr(gdb.events, name).connect(self._forget)

    def now(self):
        """None: there is nothing to see."""
        of = (gdb.selected_inferior().num, gdb.selected_inferior().pid)
        # Where threads run while others are stopped, nothing stays true.
        if self._stop is None or of != self._of or gdb.parameter("non-stop"):
            self._forget()
            if not self._opener.has_runtime_now():
                return None
            self._stop, self._of = Stop(self._opener.open()), of
        return self._stop

    def _forget(self, _event=None):
        stop, self._stop = self._stop, None
        if stop is not None:
            stop.process.close()
