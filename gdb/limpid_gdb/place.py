# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A place in the program: source line and function, or what a stripped program still tells."""

import os
import re

import gdb

from .names import in_words, is_main_program, is_outlined, owner_of, short

_RUNTIMES = ("liblimpid.so", "libgomp.so", "libomp.so", "libiomp5.so")
_SYSTEM = re.compile(r"(?:libc|libm|libpthread|librt|libstdc\+\+|libgfortran|ld-linux.*)\.so|libc-2|\[vdso\]")


def of_construct(created_at, function):
    """Where a region or task was created: `created_at` is the return address of the construct, `function` its
    body.

    GCC gives the call for a construct no line of its own, but its body begins at the directive. A compiler
    that makes the last call of a function a jump leaves no return address in the program: then the body is
    all there is.
    """
    if not created_at and not function:
        return None
    body = Place(function) if function else None
    if not created_at:
        return body
    place = Place(created_at, before=True)
    if body is None:
        return place
    if place.is_in_runtime():
        return body
    if body.file == place.file and body.function and "._omp_fn" in body.function:
        place.line = body.line
    return place


_functions = {}  # (program or library, source file) -> [(line, name)] of the functions that begin there


def function_around(function, symtab, line):
    """For code whose own name does not tell: the function that begins last above it in its source file; None: unknown.
    """
    owner = owner_of(function) if function else None
    if owner is None or (owner and not is_main_program(owner)):
        return None
    if symtab is None or not line:
        return None
    above = [name for begin, name in _functions_of(symtab) if begin <= line]
    return above[-1] if above else None


def _functions_of(symtab):
    key = (symtab.objfile.filename, symtab.filename)
    if key not in _functions:
        symbols = [symbol for block in (symtab.global_block(), symtab.static_block()) for symbol in block]
        _functions[key] = sorted(
            (symbol.line, symbol.print_name)
            for symbol in symbols
            if symbol.is_function and symbol.symtab.filename == symtab.filename and not is_outlined(symbol.print_name)
        )
    return _functions[key]


def is_runtime(library):
    """Whether that file (None: the program) is an OpenMP runtime."""
    return library is not None and os.path.basename(library).startswith(_RUNTIMES)


def is_system(library):
    """Whether that file is a library of the system or a compiler, in whose lines nobody is interested."""
    return library is not None and _SYSTEM.match(os.path.basename(library)) is not None


class Place:
    """Where an instruction stands. For a return address pass `before=True`: the call is the instruction
    before.
    """

    def __init__(self, address, before=False):
        self.address = address
        self._lookup = address - 1 if before and address else address
        self.file, self.line = self._source()
        self.function = self._function()

    def _source(self):
        if not self._lookup:
            return None, 0
        sal = gdb.find_pc_line(self._lookup)
        return (sal.symtab.filename, sal.line) if sal.symtab is not None and sal.line else (None, 0)

    def _function(self):
        if not self._lookup:
            return None
        try:
            block = gdb.block_for_pc(self._lookup)
        except RuntimeError:
            block = None
        while block is not None and (block.function is None):
            block = block.superblock
        if block is not None:
            return block.function.print_name
        return symbol_at(self._lookup).split("+")[0].strip() or None

    def is_in_runtime(self):
        return is_runtime(gdb.current_progspace().solib_name(self._lookup))

    def short(self):
        """'work.c:12', or the symbol or file with an offset."""
        if self.file is not None:
            return f"{os.path.basename(self.file)}:{self.line}"
        return where_without_lines(self._lookup) if self._lookup else "?"

    def text(self):
        """'work.c:12 in main'."""
        if self.file is None or not self.function:
            return self.short()
        return f"{self.short()} in {self.function_in_words()}"

    def function_in_words(self):
        sal = gdb.find_pc_line(self._lookup)
        return in_words(self.function, function_around(self.function, sal.symtab, sal.line))


def symbol_at(address, as_linked=False):
    """'name + 12', '' when no symbol covers the address."""
    before = "with print demangle off -- " if as_linked else ""
    answer = gdb.execute(f"{before}info symbol {address:#x}", to_string=True).strip()
    if answer.startswith("No symbol"):
        return ""
    return re.split(r" in section | of ", answer)[0]


def where_without_lines(address):
    symbol = symbol_at(address)
    if symbol:
        name, plus, offset = symbol.rpartition(" + ")
        return f"{short(name)}+{offset}" if plus else short(symbol)
    owner = file_of(address)
    return f"{address:#x} in {os.path.basename(owner)}" if owner else f"{address:#x}"


def file_of(address):
    """The program or library that has the address; None: neither."""
    library = gdb.current_progspace().solib_name(address)
    if library is not None:
        return library
    program = gdb.current_progspace().filename
    block = gdb.current_progspace().find_pc_line(address)
    return program if program is not None and (block.symtab is not None or _is_in_program(address)) else None


def _is_in_program(address):
    for line in gdb.execute("info files", to_string=True).splitlines():
        found = re.match(r"\s*(0x[0-9a-f]+) - (0x[0-9a-f]+) is \S+$", line)
        if found and int(found.group(1), 16) <= address < int(found.group(2), 16):
            return True
    return False


def variable_at(address):
    """What the data at an address is called, or the critical section whose lock it is; '' if nobody knows."""
    # As the linker has it: gdb takes names that end like Ada's (`critical(B)`) for such, and cuts them.
    found = re.match(r"\.?gomp_critical_user_(?P<name>.*?)(?:\.var|\.AS\d+)*$", symbol_at(address, as_linked=True))
    if found:
        return found.group("name").strip("_") or "(unnamed)"
    # gdb takes the dots in Clang's names for static variables for another language's brackets.
    return re.sub(r"\[(\w+)\]$", r".\1", symbol_at(address).replace(" + ", "+"))
