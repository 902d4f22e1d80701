# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from .. import state as states
from ..deadlock import cycles
from ..user_stack import StackBuilder
from ..waiting import Waiting, numbers
from .command import OmpCommand, plural


class Deadlock(OmpCommand):
    """Say whether threads wait for each other in a cycle, and where each of them stands.

Usage: omp deadlock
Looks at locks, critical and atomic sections, barriers (also when some wait at one and others at the end of their region),
taskwait and taskgroup. Without a cycle, who waits for a lock, or for a detached task whose event nobody has
fulfilled."""

    name = "deadlock"

    def answer(self, process, _argument):
        waiting, stacks = Waiting(process), StackBuilder(process)
        mismatches = waiting.mismatches()
        lines = [_mismatch(meeting, stacks) for meeting in mismatches]
        stuck = {thread.number for meeting in mismatches for thread in meeting.inside + meeting.at_end}
        for cycle in cycles(process.threads(), waiting.causes):
            if not any(thread.number in stuck for thread in cycle):
                lines += self._explain(cycle, waiting, stacks)
                stuck.update(thread.number for thread in cycle)
        if not lines:
            return self._no_cycle(process, waiting)
        others = [thread for thread in process.threads() if thread.number not in stuck]
        behind = [thread for thread in others if waiting.causes(thread)]
        return lines + [f"Behind them: {thread.label()} {waiting.text(thread)}." for thread in behind]

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
            if cause.number != thread.number and not _names_its_holder(thread):
                lines.append(f"    it needs {cause.label()}.")
        return lines

    @staticmethod
    def _no_cycle(process, waiting):
        lines = ["No deadlock: no threads wait for each other in a cycle."]
        for what, is_it in (
            ("a lock", lambda thread: states.mutex_kind(thread.state)),
            ("an event", waiting.is_for_event),
        ):
            blocked = [thread for thread in process.threads() if is_it(thread)]
            if blocked:
                lines[-1] += f" {plural(len(blocked), 'thread')} waiting for {what}:"
            lines += [f"  {thread.label()} {waiting.text(thread)}." for thread in blocked]
        return lines


def _names_its_holder(thread):
    return states.mutex_kind(thread.state) or states.works(thread.state)


def _mismatch(meeting, stacks):
    """'threads of region 1 wait at different barriers: 1 and 3 at barrier.c:15 in main, 2 at the end of the region'."""
    groups = {}
    for thread in meeting.inside:
        groups.setdefault(f"at {stacks.place_of(thread)}", []).append(thread)
    end = "teams" if meeting.region.info.is_league else "region"
    groups[f"at the end of the {end}"] = meeting.at_end
    parts = ", ".join(f"{numbers(threads)} {place}" for place, threads in groups.items())
    return f"Deadlock: threads of {meeting.region.text()} wait at different barriers: {parts}."


def _of_region(thread):
    region = thread.region()
    return f" ({thread.place_in_region()} in {region.text()})" if region is not None and region.id else ""
