# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The physical stack of a thread, taken down while the thread is selected: gdb's frames do not outlive that.
"""

import os

import gdb

from .place import in_words, is_outlined, is_runtime, is_system

_AT_MOST = 20000
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
        self.name = frame.name()
        sal = frame.find_sal()
        self.file = sal.symtab.filename if sal.symtab is not None else None
        self.line = sal.line
        self.library = gdb.current_progspace().solib_name(self.pc)
        self.is_runtime = is_runtime(self.library)
        self.is_system = is_system(self.library)
        is_plain = self.file is not None and not self.is_runtime and not is_outlined(self.name)
        self.arguments = _arguments(frame) if is_plain else None

    def function(self):
        return in_words(self.name) if self.name else f"{self.pc:#x}"

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


def records_of(thread):
    """The frames of a thread of gdb, newest first."""
    with SelectedThread(thread):
        return _walk(gdb.newest_frame())


def _walk(newest):
    records, pointers, inlined = [], [], []
    frame = newest
    while frame is not None and len(records) < _AT_MOST:
        records.append(FrameRecord(frame, len(records)))
        pointers.append(_stack_pointer(frame))
        inlined.append(frame.type() == gdb.INLINE_FRAME)
        try:
            frame = frame.older()
        except (gdb.error, gdb.MemoryError):
            frame = None
    # A frame begins where its caller's stack ended. An inlined function stands in the frame of the one around
    # it, and of the oldest frame nothing is known: it lies above all others.
    above = (1 << 64) - 1
    for index in range(len(records) - 1, -1, -1):
        is_oldest = index + 1 == len(records)
        if not is_oldest and not inlined[index]:
            above = pointers[index + 1]
        records[index].cfa = above
    return records


def _stack_pointer(frame):
    return int(frame.read_register("sp")) & ((1 << 64) - 1)
