# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gdb commands that show an OpenMP program as it was written. Facts come from libompd.so alone."""


def register():
    """Adds the commands and the frame filter to this gdb. A second call does nothing."""
    from . import registry

    registry.register()
