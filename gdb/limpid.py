# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Limpid's commands for gdb. `source .../limpid.py` once, or let the runtime's auto-load script do it.

Being sourced twice (by hand and by auto-load) changes nothing: the package is imported once per gdb.
"""

import os
import sys


def _load():
    folder = os.path.dirname(os.path.realpath(__file__))
    if folder not in sys.path:
        sys.path.insert(0, folder)
    import limpid_gdb

    limpid_gdb.register()


_load()
