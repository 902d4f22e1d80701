# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The physical stack of a thread, taken down while the thread is selected: gdb's frames do not outlive that.
"""

import os

import gdb

from .names import in_words, is_outlined
from .place import function_around, is_runtime, is_system

_LONGEST_ARGUMENT = 40
_COMPOUND = (
    gdb.TYPE_CODE_STRUCT,
    gdb.TYPE_CODE_UNION,
    gdb.TYPE_CODE_ARRAY,
    gdb.TYPE_CODE_REF,
    gdb.TYPE_CODE_RVALUE_REF,
)


class FrameRecord:
    """One frame. `cfa` is the stack pointer of its caller, which is what OMPD calls the frame's address."""

    def __init__(self, frame, level):
        self.level = level
        self.pc = frame.pc()
        self.cfa = 0
        self.is_signal = frame.type() == gdb.SIGTRAMP_FRAME
        self.is_inlined = frame.type() == gdb.INLINE_FRAME
        self.name = frame.name()
        sal = frame.find_sal()
        self.file = sal.symtab.filename if sal.symtab is not None else None
        self.line = sal.line
        self._around = function_around(self.name, sal.symtab, sal.line)
        self.library = gdb.current_progspace().solib_name(self.pc)
        self.is_runtime = is_runtime(self.library)
        self.is_system = is_system(self.library)
        is_plain = self.file is not None and not self.is_runtime and not is_outlined(self.name)
        self.arguments = _arguments(frame) if is_plain else None

    def function(self):
        return in_words(self.name, self._around) if self.name else f"{self.pc:#x}"

    def has_line(self):
        return self.file is not None and bool(self.line)

    def where(self):
        if self.has_line():
            return f"{os.path.basename(self.file)}:{self.line}"
        return os.path.basename(self.library) if self.library else ""

    def text(self):
        if self.is_signal:
            return "<signal handler called>"
        arguments = f" ({self.arguments})" if self.arguments is not None else ""
        where = self.where()
        return f"{self.function()}{arguments}" + (f" at {where}" if where else "")


def _value(symbol, frame):
    # As `set print frame-arguments scalars`; and gdb 13 dies of a reference that the compiler split into
    # pieces.
    if symbol.type.strip_typedefs().code in _COMPOUND:
        return "…"
    value = str(symbol.value(frame))
    return value if len(value) <= _LONGEST_ARGUMENT else "…"


def _arguments(frame):
    texts = []
    try:
        block = frame.block()
        while block is not None and block.function is None:
            block = block.superblock
        for symbol in block or ():
            if not symbol.is_argument:
                continue
            texts.append(f"{symbol.print_name}={_value(symbol, frame)}")
    except (RuntimeError, gdb.error, gdb.MemoryError, ValueError, TypeError):
        return None
    return ", ".join(texts)


class SelectedThread:
    """Goes to a thread for a block of code and comes back, with the frame that was selected."""

    def __init__(self, thread):
        self._thread = thread

    def __enter__(self):
        self._before = gdb.selected_thread()
        self._level = gdb.selected_frame().level() if self._before is not None else 0
        if self._thread != self._before:
            self._thread.switch()

    def __exit__(self, *unused):
        if self._before is not None and self._thread != self._before:
            self._before.switch()
            if self._level:
                gdb.execute(f"frame level {self._level}", to_string=True)


class ThreadStack:
    """The frames of a thread of gdb, newest first, taken down as far as somebody asks for them."""

    def __init__(self, thread):
        self._thread = thread
        self._records = []  # known whole; those behind wait for the frame that they stand in
        self._waiting = []
        self._next = None
        self._is_begun = False
        self._batch = 8

    def __iter__(self):
        index = 0
        while index < len(self._records) or self._take_down():
            yield self._records[index]
            index += 1

    def _take_down(self):
        """More of it; False: there is no more."""
        if self._is_begun and self._next is None:
            return False
        known = len(self._records)
        with SelectedThread(self._thread):
            if not self._is_begun:
                self._next, self._is_begun = gdb.newest_frame(), True
            while self._next is not None and len(self._records) - known < self._batch:
                self._add(self._next)
                self._next = _older(self._next)
        # Of the oldest frame nothing is known: it lies above all others.
        if self._next is None:
            self._settle((1 << 64) - 1)
        self._batch *= 2
        return len(self._records) > known

    def _add(self, frame):
        # A frame begins where its caller's stack ended. An inlined function stands in the frame of the one
        # around it.
        if self._waiting and not self._waiting[-1].is_inlined:
            self._settle(_stack_pointer(frame))
        self._waiting.append(FrameRecord(frame, len(self._records) + len(self._waiting)))

    def _settle(self, cfa):
        for record in self._waiting:
            record.cfa = cfa
        self._records += self._waiting
        self._waiting = []


def _older(frame):
    try:
        older = frame.older()
        return older if older is not None and older.pc() != 0 else None  # nobody is called from 0
    except (gdb.error, gdb.MemoryError):
        return None


def _stack_pointer(frame):
    return int(frame.read_register("sp")) & ((1 << 64) - 1)
