# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from .. import state as states
from ..deadlock import cycles
from ..user_stack import StackBuilder
from ..waiting import Waiting
from .command import OmpCommand, plural


class Deadlock(OmpCommand):
    """Say whether threads wait for each other in a cycle, and where each of them stands.

Usage: omp deadlock
Looks at locks, critical and atomic sections, barriers, taskwait and taskgroup."""

    name = "deadlock"

    def answer(self, process, _argument):
        waiting, stacks = Waiting(process), StackBuilder(process)
        found = cycles(process.threads(), waiting.causes)
        if not found:
            return self._no_cycle(process, waiting)
        lines = []
        for cycle in found:
            lines += self._explain(cycle, waiting, stacks)
        stuck = {thread.number for cycle in found for thread in cycle}
        others = [thread for thread in process.threads() if thread.number not in stuck]
        behind = [thread for thread in others if waiting.causes(thread)]
        lines += [f"Behind them: {thread.label()} {waiting.text(thread)}." for thread in behind]
        return lines

    @staticmethod
    def _explain(cycle, waiting, stacks):
        if len(cycle) == 1:
            lines = ["Deadlock: a thread waits for itself."]
        else:
            lines = [f"Deadlock: {len(cycle)} threads wait for each other."]
        for thread, cause in zip(cycle, cycle[1:] + cycle[:1]):
            name = thread.label()
            lines.append(f"  {name[0].upper()}{name[1:]} {waiting.text(thread)},")
            lines.append(f"    at {stacks.place_of(thread)}{_of_region(thread)};")
            if cause.number != thread.number and not states.mutex_kind(thread.state):
                lines.append(f"    it needs {cause.label()}.")
        return lines

    @staticmethod
    def _no_cycle(process, waiting):
        blocked = [thread for thread in process.threads() if states.mutex_kind(thread.state)]
        lines = ["No deadlock: no threads wait for each other in a cycle."]
        lines += [f"  {thread.label()} {waiting.text(thread)}." for thread in blocked]
        if blocked:
            lines[0] += f" {plural(len(blocked), 'thread')} waiting for a lock:"
        return lines


def _of_region(thread):
    region = thread.region()
    return f" ({thread.place_in_region()} in {region.text()})" if region is not None and region.id else ""
