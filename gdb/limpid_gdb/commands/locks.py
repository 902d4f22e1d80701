# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from .. import state as states
from ..problem import Problem
from ..waiting import lock_name
from .command import OmpCommand


class Locks(OmpCommand):
    """List the locks, critical and atomic sections that threads wait for: who holds each, who waits.

Usage: omp locks [ADDRESS]
With an address (`omp locks &lock`), who holds that one, whether or not somebody waits for it."""

    name = "locks"
    usage = "[ADDRESS]"

    def answer(self, process, argument):
        if argument:
            return [self._one(process, argument)]
        waiters = {}
        for thread in process.threads():
            if states.mutex_kind(thread.state):
                waiters.setdefault((thread.wait_id, states.mutex_kind(thread.state)), []).append(thread)
        if not waiters:
            return ["No thread waits for a lock or a critical section."]
        return [
            f"{kind} {lock_name(address)}: {_holder(process, address)}; waiting: "
            + ", ".join(thread.label() for thread in threads)
            for (address, kind), threads in sorted(waiters.items())
        ]

    @staticmethod
    def _one(process, argument):
        try:
            address = int(gdb.parse_and_eval(argument)) & ((1 << 64) - 1)
        except (gdb.error, gdb.MemoryError) as error:
            raise Problem(f"`{argument}` is no address of a lock: {error}") from error
        return f"{lock_name(address)}: {_holder(process, address)}"


def _holder(process, address):
    holder = process.lock_holder(address)
    return f"held by {holder.label()}" if holder is not None else "held by nobody"
