# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What threads wait for, and for whom: the edges that `omp threads` prints and `omp deadlock` follows."""

from . import device_library, posix_mutex
from . import state as states
from .meeting import Meeting
from .place import variable_at
from .task import DETACHED, RUNS, SUSPENDED

_NAMED = 4  # threads that a text names before it counts
_NUMBERED = 16  # the same with numbers alone


class Waiting:
    """The waits of all threads of a process at one stop."""

    def __init__(self, process):
        self._process = process
        self._meetings = {}
        self._mutexes = {}

    def causes(self, thread):
        """The threads that have to do something before `thread` goes on."""
        if states.mutex_kind(thread.state):
            holder = self._process.lock_holder(thread.wait_id)
            return [holder] if holder is not None else []
        if states.is_barrier(thread.state):
            meeting = self.meeting(thread)
            if meeting is None:
                return self._awaited_threads(thread)
            if meeting.lets_go(thread):
                return []
            return _but(thread, meeting.missing(thread)) or _but(thread, _owners(meeting.tasks()))
        if thread.state in (states.TASKWAIT, states.TASKGROUP):
            return _but(thread, _owners(self._awaited(thread)))
        if thread.state == states.ORDERED:
            return self._awaited_threads(thread)
        if states.works(thread.state):
            owner = self._owner_of_mutex(thread)
            return [owner] if owner is not None else []
        return []

    def _posix_mutex(self, thread):
        """(address, kernel's number of its owner) of the C library's mutex that it waits for; None: for none."""
        if thread.number not in self._mutexes:
            self._mutexes[thread.number] = posix_mutex.awaited(thread.gdb) if thread.gdb is not None else None
        return self._mutexes[thread.number]

    def _owner_of_mutex(self, thread):
        found = self._posix_mutex(thread)
        return self._process.thread_of_lwp(found[1]) if found is not None else None

    def _text_of_work(self, thread):
        found = self._posix_mutex(thread)
        if found is None:
            construct = device_library.awaited(thread.gdb) if thread.gdb is not None else None
            return states.text(thread.state if construct is None else construct)
        address, lwp = found
        owner = self._owner_of_mutex(thread)
        label = owner.label() if owner is not None else f"LWP {lwp}"
        return f"waits for mutex {lock_name(address)} of the C library, held by {label}"

    def _awaited_threads(self, thread):
        awaited = self._process.awaited_thread(thread)
        return [awaited] if awaited is not None else []

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
            return self._text_at_barrier(thread)
        if thread.state in (states.TASKWAIT, states.TASKGROUP):
            return text + _for_tasks(self._awaited(thread))
        if thread.state == states.ORDERED:
            return text + _for_threads(self._awaited_threads(thread))
        if states.is_for_device(thread.state) and thread.wait_id:
            return f"{text} on device {thread.wait_id - 1}"  # the wait id is the device's number and one
        return self._text_of_work(thread) if states.works(thread.state) else text

    def is_for_event(self, thread):
        """Whether it waits for a detached task whose event nobody has fulfilled."""
        if states.is_barrier(thread.state):
            meeting = self.meeting(thread)
            tasks = meeting.tasks() if meeting is not None and not _but(thread, meeting.missing(thread)) else []
        else:
            tasks = self._awaited(thread) if thread.state in (states.TASKWAIT, states.TASKGROUP) else []
        return any(task.info.progress == DETACHED for task in tasks)

    @staticmethod
    def lock_text(thread):
        """'lock `b`': the kind of what the thread waits for and its name or address."""
        return f"{states.mutex_kind(thread.state)} {lock_name(thread.wait_id)}"

    def meeting(self, thread):
        """That of the region whose barrier the thread waits at; None: not known."""
        region = thread.region()
        while region is not None and thread.wait_id and region.id != thread.wait_id:
            region = region.enclosing()
        if region is None:
            return None
        if region.id not in self._meetings:
            self._meetings[region.id] = Meeting(self._process, region)
        return self._meetings[region.id]

    def mismatches(self):
        """The meetings of regions whose members wait for each other at different barriers."""
        inside = [thread for thread in self._process.threads() if states.is_inner_barrier(thread.state)]
        found = {meeting.region.id: meeting for meeting in map(self.meeting, inside) if meeting is not None}
        return [meeting for meeting in found.values() if meeting.is_mismatch()]

    def _text_at_barrier(self, thread):
        text, meeting = states.text(thread.state), self.meeting(thread)
        if meeting is None:
            return text + _for_threads(self._awaited_threads(thread))
        if meeting.lets_go(thread):
            return f"{text}, about to go on"
        causes = _but(thread, meeting.missing(thread))
        return text + (_for_threads(causes) if causes else _for_tasks(meeting.tasks()))

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


def _but(thread, threads):
    return [other for other in threads if other.number != thread.number]


def _owners(tasks):
    """The threads that have begun with them, each once."""
    owners = [task.thread() for task in tasks if task.info.progress in (RUNS, SUSPENDED)]
    return list({owner.number: owner for owner in owners if owner is not None}.values())


def _for_threads(threads):
    return f", for {names(threads)}" if threads else ""


def _for_tasks(tasks):
    """', for 3 tasks; the events of 2 of them nobody has fulfilled yet'."""
    detached = [task for task in tasks if task.info.progress == DETACHED]
    if not tasks:
        return ""
    if len(tasks) == len(detached) == 1:
        place = detached[0].place()
        created = f" (created at {place.text()})" if place is not None else ""
        return f", for a task whose event nobody has fulfilled yet{created}"
    if len(tasks) == len(detached):
        return f", for {len(tasks)} tasks whose events nobody has fulfilled yet"
    events = f"; {len(detached)} of them with an event that nobody has fulfilled yet" if detached else ""
    return f", for {len(tasks)} task{'s' * (len(tasks) != 1)}{events}"


def names(threads):
    """'thread 1, thread 2 and thread 3'; a count when they are many."""
    if len(threads) > _NAMED:
        return f"{len(threads)} threads"
    return _enumeration([thread.label() for thread in threads])


def numbers(threads):
    """'1, 2 and 3'."""
    if len(threads) > _NUMBERED:
        return f"{len(threads)} threads"
    return _enumeration([str(thread.gdb.num) if thread.gdb is not None else thread.label() for thread in threads])


def _enumeration(words):
    return " and ".join(([", ".join(words[:-1])] if words[:-1] else []) + words[-1:])
