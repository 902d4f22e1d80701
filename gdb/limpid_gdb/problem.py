# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a user has to know when a command cannot answer."""

import gdb


class Problem(gdb.GdbError):
    """Printed by gdb as one line, without a Python traceback."""
