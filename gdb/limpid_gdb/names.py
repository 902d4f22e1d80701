# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Names of functions as the program has them, not as compilers, linkers and templates spell them."""

import re

_LONGEST = 60  # columns; what is longer loses its template arguments

# What compilers call the bodies that they outline: GCC, Clang and Flang.
_OUTLINED = re.compile(
    r"(?P<of>.*?)(?:\._omp_fn|\._omp_cpyfn|\.?\.?omp_outlined(?:_debug__)?|\.omp_task_entry|\.\.omp_par)"
    r"\.*(?:\d+\.*)*$"
)
_FLANG = re.compile(r"_Q(?:[MSF][a-z0-9_]*)*[FP]([a-z0-9_]+)$")
_FLANG_MODULE = re.compile(r"_QM([a-z0-9_]+)")
_GFORTRAN_MODULE = re.compile(r"__([a-z0-9_]+?)_MOD_([a-z0-9_]+)$")
_MAIN_PROGRAMS = ("MAIN__", "_QQmain")


def is_outlined(function):
    return bool(function) and _OUTLINED.match(function) is not None


def owner_of(function):
    """The function whose body was outlined, '' where the name does not say which; others are their own."""
    owner = function
    while owner and (found := _OUTLINED.match(owner)):
        owner = found.group("of")
    return owner


def is_main_program(owner):
    """Whether that is Fortran's main program, whose name the linker does not know."""
    return owner in _MAIN_PROGRAMS


def in_words(function, around=None):
    """'main (outlined)' for what GCC calls main._omp_fn.0; 'mod::sub' for Fortran's __mod_MOD_sub.

    `around`: the function that the source has around the code, for names that do not say it.
    """
    owner = owner_of(function)
    if (not owner or is_main_program(owner)) and around:
        owner = around
    text = short(_of_fortran(owner))
    if not is_outlined(function):
        return text
    return f"{text} (outlined)" if text else "(outlined)"


def _of_fortran(name):
    host, _, last = name.rpartition("::")  # gdb puts the function around in front of a nested one
    if is_main_program(last):
        return host or "main program"
    if found := _GFORTRAN_MODULE.match(last):
        return "::".join(found.groups())
    if found := _FLANG.match(name):
        module = _FLANG_MODULE.match(name)
        return f"{module.group(1)}::{found.group(1)}" if module else found.group(1)
    return name


def short(name):
    """Without parameters, and in at most 60 columns without template arguments."""
    name = _without_parameters(name)
    return name if len(name) <= _LONGEST else _without_template_arguments(name)


def _without_parameters(name):
    end = re.search(r"\)(?: const| volatile| &&?)*$", name)
    if end is None or name.endswith("operator()"):
        return name
    depth = 0
    for at in range(end.start(), -1, -1):
        depth += (name[at] == ")") - (name[at] == "(")
        if depth == 0:
            return name[:at] or name
    return name


def _without_template_arguments(name):
    kept, depth = "", 0
    for at, letter in enumerate(name):
        if letter == "<" and not re.search(r"operator<?$", name[:at]):
            kept += "<…>" if depth == 0 else ""
            depth += 1
        elif letter == ">" and depth:
            depth -= 1
        elif depth == 0:
            kept += letter
    return kept
