# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gdb runs this file by itself when a program loads liblimpid.so (an "objfile script": its name is the
library's with -gdb.py behind it), where `set auto-load safe-path` allows that."""

import os


def _load():
    here = os.path.dirname(os.path.realpath(__file__))
    script = os.path.join(here, "..", "share", "limpid", "gdb", "limpid.py")
    if os.path.exists(script):
        with open(script, encoding="utf-8") as file:
            exec(compile(file.read(), script, "exec"), {"__file__": script})


_load()
