# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plain `bt` as the program was written: no frames of the runtime, and the creators of tasks and regions
behind.

`bt -no-filters` shows what is really there, `disable frame-filter global limpid` switches this off.
"""

import gdb
from gdb.FrameDecorator import FrameDecorator

from .stop import StopKeeper


class WrittenFrame(FrameDecorator):
    """A frame with a text of ours; `record` is a frame of another thread, which gdb cannot ask anything."""

    def __init__(self, base, text, record=None, place=None):
        super().__init__(base)
        self._base = base
        self._text = text
        self._record = record
        self._place = place

    def inferior_frame(self):
        frame = self._base
        return frame if isinstance(frame, gdb.Frame) else frame.inferior_frame()

    def function(self):
        return self._text

    def address(self):
        return None

    def filename(self):
        if self._record is not None:
            return self._record.file
        return self._place.file if self._place is not None else None

    def line(self):
        if self._record is not None:
            return self._record.line or None
        return self._place.line or None if self._place is not None else None

    def frame_args(self):
        return None

    def frame_locals(self):
        return None

    def elided(self):
        return None


class StackFilter:
    """gdb's protocol of frame filters."""

    def __init__(self, opener):
        self.name = "limpid"
        self.priority = 100
        self.enabled = True
        self._stops = StopKeeper(opener)
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        try:
            told, segments = self._look()
        except gdb.error:  # what stands in the way is said by the commands, not by a plain `bt`
            return frames
        return frames if segments is None else _rewritten(frames, told, segments)

    def _look(self):
        thread = gdb.selected_thread()
        if thread is None or (stop := self._stops.now()) is None:
            return "", None
        known = stop.process.thread_of(thread)
        if known is None or known.task() is None:
            return "", None
        return stop.waiting.text(known), stop.stacks.build(thread)


def _rewritten(frames, told, segments):
    """Asks for no more frames than are asked for here."""
    own = iter(next(segments).records)
    upcoming, last = next(own, None), None
    for frame in frames:
        is_own = upcoming is not None and frame.inferior_frame().level() == upcoming.level
        if is_own:
            yield frame
        elif last is None:
            yield WrittenFrame(frame, f"<{told}>")
        last = frame
        if is_own:
            upcoming = next(own, None)
        if upcoming is None:
            break
    if last is None:
        return
    for segment in segments:
        heading = f" [{segment.heading}]"
        if segment.creation is not None:
            yield WrittenFrame(last, (segment.creation.function or "?") + heading, place=segment.creation)
            heading = ""
        for record in segment.records:
            yield WrittenFrame(last, record.function() + heading, record=record)
            heading = ""
        if heading:
            yield WrittenFrame(last, heading.strip())
