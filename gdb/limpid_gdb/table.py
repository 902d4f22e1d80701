# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Aligned columns for gdb's output."""


def lines(header, rows, indent=""):
    """A header and rows of texts; the last column is not padded."""
    widths = [max(len(row[column]) for row in [header] + rows) for column in range(len(header))]
    padded = [[text.ljust(width) for text, width in zip(row, widths)] for row in [header] + rows]
    return [(indent + "  ".join(row)).rstrip() for row in padded]
