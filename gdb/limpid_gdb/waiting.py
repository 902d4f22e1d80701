# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What threads wait for, and for whom: the edges that `omp threads` prints and `omp deadlock` follows."""

from . import state as states
from .place import variable_at
from .task import RUNS, SUSPENDED

_NAMED = 4  # threads that a text names before it counts


class Waiting:
    """The waits of all threads of a process at one stop."""

    def __init__(self, process):
        self._process = process
        self._missing = {}

    def causes(self, thread):
        """The threads that have to do something before `thread` goes on."""
        if states.mutex_kind(thread.state):
            holder = self._process.lock_holder(thread.wait_id)
            return [holder] if holder is not None else []
        if states.is_barrier(thread.state):
            return self._not_arrived(thread)
        if thread.state in (states.TASKWAIT, states.TASKGROUP):
            begun = [task for task in self._awaited(thread) if task.info.progress in (RUNS, SUSPENDED)]
            owners = [task.thread() for task in begun]
            return _unique([owner for owner in owners if owner is not None and owner.number != thread.number])
        return []

    def text(self, thread):
        """'waits for lock `b`, held by thread 2'."""
        text = states.text(thread.state)
        if states.mutex_kind(thread.state):
            holder = self._process.lock_holder(thread.wait_id)
            held = f"held by {holder.label()}" if holder is not None else "free by now"
            if holder is not None and holder.number == thread.number:
                held = "held by itself"
            return f"waits for {self.lock_text(thread)}, {held}"
        if states.is_barrier(thread.state):
            causes = self._not_arrived(thread)
            return f"{text}, for {_names(causes)}" if causes else text
        if thread.state in (states.TASKWAIT, states.TASKGROUP):
            count = len(self._awaited(thread))
            return f"{text}, for {count} task{'s' * (count != 1)}"
        return text

    @staticmethod
    def lock_text(thread):
        """'lock `b`': the kind of what the thread waits for and its name or address."""
        return f"{states.mutex_kind(thread.state)} {lock_name(thread.wait_id)}"

    def _not_arrived(self, thread):
        """The members of a barrier's team that are not at it."""
        region = thread.region()
        while region is not None and thread.wait_id and region.id != thread.wait_id:
            region = region.enclosing()
        if region is None:
            return []
        if region.id not in self._missing:
            members = [region.implicit_task(number) for number in range(region.info.threads)]
            threads = [task.thread() for task in members if task is not None]
            self._missing[region.id] = [
                member
                for member in threads
                if member is not None
                and not (states.is_barrier(member.state) and member.wait_id == thread.wait_id)
            ]
        return [member for member in self._missing[region.id] if member.number != thread.number]

    def _awaited(self, thread):
        """The tasks that a taskwait waits for, or a taskgroup: that one for all descendants."""
        task = thread.task()
        if task is None:
            return []
        parents, found = {task.id}, []
        for _ in range(1 if thread.state == states.TASKWAIT else 1000):
            new = [
                child
                for child in self._process.tasks()
                if child.info.parent_id in parents and not child.is_implicit()
            ]
            if not new:
                break
            found += new
            parents = {child.id for child in new}
        return found


def lock_name(address):
    """What a user can type or look for: the variable's name where there is one."""
    name = variable_at(address)
    return f"`{name}` ({address:#x})" if name else f"{address:#x}"


def _unique(threads):
    return list({thread.number: thread for thread in threads}.values())


def _names(threads):
    if len(threads) > _NAMED:
        return f"{len(threads)} threads"
    numbers = [thread.label() for thread in threads]
    return " and ".join(([", ".join(numbers[:-1])] if numbers[:-1] else []) + numbers[-1:])
