# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What all `omp` commands share."""

import gdb

from ..problem import Problem

NOT_YET = "The program has not used OpenMP yet: the runtime knows no thread."


class OmpPrefix(gdb.Command):
    """Show an OpenMP program as it was written: threads, regions, tasks, stacks, locks."""

    def __init__(self):
        super().__init__("omp", gdb.COMMAND_STATUS, gdb.COMPLETE_NONE, prefix=True)


class OmpCommand(gdb.Command):
    """A command that looks at the selected inferior and takes no argument unless `usage` says so."""

    name = ""
    usage = ""

    def __init__(self, opener):
        super().__init__("omp " + self.name, gdb.COMMAND_STATUS, gdb.COMPLETE_NONE)
        self._opener = opener

    def invoke(self, argument, from_tty):
        if argument.strip() and not self.usage:
            raise Problem(f"`omp {self.name}` takes no argument, got `{argument}`.")
        with self._opener.open() as process:
            if not process.threads():
                raise Problem(NOT_YET)
            for line in self.answer(process, argument.strip()):
                print(line)

    def answer(self, process, argument):
        """The lines to print."""
        raise NotImplementedError


def plural(count, noun):
    return f"{count} {noun}{'s' * (count != 1)}"
