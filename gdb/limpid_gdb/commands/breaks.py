# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from ..inferior import Inferior
from ..problem import Problem

_FUNCTIONS = {"parallel": "ompd_bp_parallel_begin", "task": "ompd_bp_task_begin"}


class Break(gdb.Command):
    """Stop where a parallel region or an explicit task begins.

Usage: omp break parallel|task
May be used before the program runs. `info breakpoints` lists it, `delete` and `disable` work as for
others."""

    def __init__(self, switch):
        super().__init__("omp break", gdb.COMMAND_BREAKPOINTS)
        self._switch = switch

    def complete(self, _text, word):
        return [name for name in _FUNCTIONS if name.startswith(word)]

    def invoke(self, argument, from_tty):
        function = _FUNCTIONS.get(argument.strip())
        if function is None:
            raise Problem(f"`omp break` takes `parallel` or `task`, got `{argument.strip()}`.")
        Inferior.require_no_core()
        self._switch.want()
        stop = gdb.Breakpoint(function)
        stop.commands = "silent\nomp here"
