# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the commands into gdb, once."""

from .commands.backtrace import Backtrace
from .commands.command import OmpPrefix
from .commands.deadlock import Deadlock
from .commands.icvs import Icvs
from .commands.locks import Locks
from .commands.parallel import Parallel
from .commands.tasks import Tasks
from .commands.threads import Threads
from .process import ProcessOpener

_COMMANDS = (Threads, Backtrace, Parallel, Tasks, Locks, Deadlock, Icvs)
_registered = []  # kept alive for gdb; not empty: done


def register():
    if _registered:
        return
    opener = ProcessOpener()
    _registered.append(OmpPrefix())
    _registered.extend(command(opener) for command in _COMMANDS)
