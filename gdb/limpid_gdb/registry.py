# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts the commands into gdb, once."""

from .commands.backtrace import Backtrace
from .commands.breaks import Break
from .commands.command import OmpPrefix
from .commands.deadlock import Deadlock
from .commands.devices import Devices
from .commands.here import Here
from .commands.icvs import Icvs
from .commands.locks import Locks
from .commands.parallel import Parallel
from .commands.step import Step
from .commands.tasks import Tasks
from .commands.threads import Threads
from .frame_filter import StackFilter
from .process import ProcessOpener
from .stay import Stay, moves
from .switch import EventSwitch

_COMMANDS = (Threads, Backtrace, Parallel, Tasks, Locks, Deadlock, Devices, Icvs, Here)
_stay = Stay()
_registered = []  # kept alive for gdb; not empty: done


def register():
    if _registered:
        return
    opener = ProcessOpener()
    _registered.append(OmpPrefix())
    _registered.extend(command(opener) for command in _COMMANDS)
    switch = EventSwitch(opener)
    _registered.extend((Break(switch), Step(opener, switch, _stay), StackFilter(opener)) + moves())


def stay():
    """What the hooks of gdb's own commands call."""
    return _stay
