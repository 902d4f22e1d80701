# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the runtime call its ompd_bp_ functions, where breakpoints on them are wanted.

The library does that itself while an address space that may be written to is open. Each process needs it
anew, and before its first region: the runtime calls ompd_dll_locations_valid at the first use of OpenMP.
"""

import gdb

from .inferior import Inferior
from .process import Process


class _FirstUse(gdb.Breakpoint):
    def __init__(self, switch):
        super().__init__("ompd_dll_locations_valid", internal=True)
        self.silent = True
        self._switch = switch

    def stop(self):
        self._switch.turn_on()
        return False


class EventSwitch:
    """Knows which inferiors are switched on; one per gdb."""

    def __init__(self, opener):
        self._opener = opener
        self._open = {}
        self._first_use = None
        gdb.events.exited.connect(self._on_exit)

    def want(self):
        """From now on, in this process and those after it."""
        if self._first_use is None or not self._first_use.is_valid():
            self._first_use = _FirstUse(self)
        inferior = Inferior.selected()
        if gdb.selected_inferior().pid and self._opener.has_runtime(inferior):
            self.turn_on()

    def turn_on(self):
        inferior = Inferior.selected()
        if inferior.number in self._open:
            return
        library = self._opener.library(inferior)
        library.callbacks.allow_writing(inferior.number, True)
        try:
            self._open[inferior.number] = Process(library, inferior)
        except gdb.GdbError as problem:
            print(f"Regions and tasks will not be noticed: {problem}")

    def _on_exit(self, event):
        process = self._open.pop(event.inferior.num, None)
        if process is not None:
            process.library.callbacks.allow_writing(event.inferior.num, False)
            process.close()
