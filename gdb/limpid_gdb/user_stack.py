# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The stack as the program was written: from a frame through the creators of its tasks and regions to main.

A task's own frames lie on its thread's stack between two addresses that the runtime keeps (enter and exit
frame). What is newer than `enter` is the runtime, what is older than `exit` belongs to somebody else. A
region's creator waits in the construct, so its frames are exact. The creator of a deferred task went on: only
the address of the construct is left of that moment, and the frames around it are those that are still there.
"""

import copy
import itertools

from .names import is_outlined, owner_of
from .place import Place
from .stack import ThreadStack
from .task import SUSPENDED

_MOST_CREATORS = 100  # that are shown one by one, when there are many more


class Segment:
    """The frames of one task. `heading` says how one comes here from the segment before; None at the
    beginning.
    """

    def __init__(self, heading, records, creation=None):
        self.heading = heading
        self.records = records  # of the newest task: an iterator
        self.creation = creation  # Place of the construct, where no frame stands for it


class StackBuilder:
    """Takes each thread's frames down once."""

    def __init__(self, process):
        self._process = process
        self._records = {}

    def records(self, thread):
        """Of a thread of gdb, newest first: as many as are asked for."""
        if thread.num not in self._records:
            self._records[thread.num] = ThreadStack(thread)
        return self._records[thread.num]

    def own_frames(self, task, gdb_thread):
        """The frames of the program that the task has on that stack, newest first."""
        return _without_wrappers(self._between(task, gdb_thread, with_handlers=False))

    def current_frames(self, thread):
        """What an OpenMP thread is at: handlers of signals, then its task's own frames."""
        task = thread.task()
        if thread.gdb is None or task is None:
            return iter(())
        return _without_wrappers(self._between(task, thread.gdb, with_handlers=True))

    def _between(self, task, gdb_thread, with_handlers):
        leave, enter = task.frames()
        has_frames = leave or task.is_initial()  # otherwise its code has not begun, or is over
        if not has_frames and not with_handlers:
            return
        # The newest frame is the running task's, also where gdb finds no end of it: code without unwind information.
        is_running = with_handlers and has_frames
        newer = []  # than the task's frames: the runtime, or handlers of signals on top of it
        for record in self.records(gdb_thread):
            if record.cfa <= enter or not has_frames:
                newer.append(record)
                if record.is_signal and with_handlers:
                    yield from (handler for handler in newer if not handler.is_runtime)
                    newer = []
            elif leave and record.cfa > leave and not (record.level == 0 and is_running):
                return
            elif not record.is_runtime:
                yield record

    def place_of(self, thread):
        """Where an OpenMP thread is in the program: text; the construct of its region when no own frame is
        left.
        """
        first = None
        for record in self.current_frames(thread):
            if record.has_line() and not record.is_system:
                return f"{record.where()} in {record.function()}"
            if first is None or (first.is_system and not record.is_system):
                first = record
        if first is not None:
            return f"{first.where()} in {first.function()}" if first.has_line() else Place(first.pc).text()
        region = thread.region()
        place = region.place() if region is not None else None
        return place.text() if place is not None else ""

    def build(self, gdb_thread):
        """The segments, from the newest task to the initial one, each when it is asked for."""
        thread = self._process.thread_of(gdb_thread)
        task = thread.task() if thread is not None else None
        if task is None:
            yield Segment(None, self.records(gdb_thread))
            return
        yield Segment(None, self.current_frames(thread))
        for shown in itertools.count():
            if shown == _MOST_CREATORS:
                outermost, left = task.outermost_creator()
                if left > 1:
                    yield Segment(f"{left - 1} more creators, down to {outermost.text()}", [])
                    yield self._outermost(outermost)
                    return
            creator, heading, place = self._creator_of(task)
            if place is None and creator is None:
                return
            yield self._segment(task, creator, heading, place)
            if creator is None:
                return
            task = creator

    def _outermost(self, task):
        thread = task.thread()
        known = thread is not None and thread.gdb is not None
        frames = list(self.own_frames(task, thread.gdb)) if known else []
        return Segment(f"{task.text()}{f' on {thread.label()}' if thread is not None else ''}", frames)

    def _creator_of(self, task):
        """(creating task, heading, place of the construct); (None, '', None): the program itself."""
        region = task.region() if task.is_implicit() or task.is_initial() else None
        if task.is_initial() and (region is None or region.is_implicit()):
            return None, "", None
        creator = task.generating()
        by = f" by {creator.thread().label()}" if creator is not None and creator.thread() is not None else ""
        if region is None:
            return creator, f"{task.text()}, created{by}", task.place()
        threads = region.info.threads
        size = f" of {threads} thread{'s' * (threads != 1)}" if task.is_implicit() else ""
        return creator, f"{region.text()}{size}, created{by}", region.place()

    def _segment(self, task, creator, heading, place):
        thread = creator.thread() if creator is not None else None
        if thread is None or thread.gdb is None:
            return Segment(heading, [], place)
        frames = list(self.own_frames(creator, thread.gdb))
        if task.is_implicit() or task.is_initial() or self._waits_for(task, creator):
            if not frames:
                return Segment(heading, [], place)
            return Segment(heading, [_at(frames[0], place)] + frames[1:])
        return Segment(heading, _behind(frames, place), place)

    @staticmethod
    def _waits_for(task, creator):
        return "undeferred" in task.marks() and creator.info.progress == SUSPENDED


def _without_wrappers(records):
    """With debug information Clang makes two functions of each body: one that calls the one with the code."""
    newer = None
    for record in records:
        if newer is not None and is_outlined(record.name) and is_outlined(newer.name):
            if owner_of(record.name) == owner_of(newer.name):
                continue
        newer = record
        yield record


def _at(record, place):
    """The frame that waits in a construct, with the construct's line."""
    if place is None or record.file != place.file or record.name != place.function:
        return record
    record = copy.copy(record)
    record.line = place.line
    return record


def _behind(frames, place):
    """The callers of the function that created a task, as far as they are still there; at least the
    outermost.
    """
    for index, record in enumerate(frames):
        if place is not None and record.name and record.name == place.function:
            return frames[index + 1 :]
    return frames[-1:] if len(frames) > 1 else []


def lines_of(segments, waiting=""):
    """The stack as text. Numbers are gdb's own numbers of frames, in the thread that the heading names."""
    lines = []
    for segment in segments:
        if segment.heading is None and waiting:
            lines.append(f"    <{waiting}>")
        if segment.heading is not None:
            lines.append(f"  -- {segment.heading} --")
        if segment.creation is not None:
            lines.append(f"    {_creation_text(segment.creation)}")
        lines += [f"#{record.level:<2} {record.text()}" for record in segment.records]
    return lines


def _creation_text(place):
    if place.file is None or not place.function:
        return place.short()
    return f"{place.function_in_words()} at {place.short()}"
