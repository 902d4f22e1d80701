# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What gdb can say about the memory of one inferior, in the terms that OMPD's callbacks need."""

import re

import gdb

from .problem import Problem


class Inferior:
    """One inferior, named by its number: a number stays good when the program is run again."""

    def __init__(self, number):
        self.number = number

    @staticmethod
    def selected():
        return Inferior(gdb.selected_inferior().num)

    def is_selected(self):
        """gdb reads memory and symbols of the selected inferior only."""
        return gdb.selected_inferior().num == self.number

    def threads(self):
        return {thread.ptid[1]: thread for thread in gdb.selected_inferior().threads()}

    def read(self, address, size):
        return gdb.selected_inferior().read_memory(address, size).tobytes()

    def write(self, address, data):
        gdb.selected_inferior().write_memory(address, data)

    def symbol(self, name):
        """The address of a data symbol or function, in whatever language the program is; None: there is none.
        """
        try:
            answer = gdb.execute("info address " + name, to_string=True)
        except gdb.error:
            return None
        where = r"\bis (?:at|static storage at address|a function at address) (0x[0-9a-f]+)"
        found = re.search(where, answer)
        return int(found.group(1), 16) if found else None

    def is_little_endian(self):
        return "little" in gdb.execute("show endian", to_string=True)

    def pointer_size(self):
        return gdb.selected_inferior().architecture().integer_type(8).pointer().sizeof

    @staticmethod
    def require_no_core():
        connection = getattr(gdb.selected_inferior(), "connection", None)
        if connection is not None and connection.type == "core":
            raise Problem("This is a core file: nothing runs in it. `run` starts the program anew.")

    def require_process(self):
        if gdb.selected_inferior().pid == 0:
            raise Problem("The program is not being run, and there is no core file.")
        thread = gdb.selected_thread()
        if thread is not None and thread.is_running():
            raise Problem("The selected thread is running: interrupt the program first.")
