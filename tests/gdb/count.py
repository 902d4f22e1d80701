# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""For sessions of gdb: `count COMMAND` says how often COMMAND asked libompd.so, read memory, and took frames down."""

import gdb
from limpid_gdb.inferior import Inferior
from limpid_gdb.library import Library
from limpid_gdb.stack import FrameRecord

_counts = {"calls": 0, "reads": 0, "frames": 0}


def _count(owner, name, what):
    original = getattr(owner, name)

    def counted(*arguments):
        _counts[what] += 1
        return original(*arguments)

    setattr(owner, name, counted)


_count(Library, "call", "calls")
_count(Inferior, "read", "reads")
_count(FrameRecord, "__init__", "frames")


class Count(gdb.Command):
    """count COMMAND"""

    def __init__(self):
        super().__init__("count", gdb.COMMAND_USER)

    def invoke(self, argument, from_tty):
        before = dict(_counts)
        gdb.execute(argument)
        print(" ".join(f"{what}={_counts[what] - before[what]}" for what in _counts))


Count()
