# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program of tests/ompd in a situation, and what it says about itself."""

import os
import subprocess
import time


class Subject:
    """A running process without any OMP_ variable; killed at the end of the `with` block."""

    def __init__(self, stage, program, situation):
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LIMPID_"))}
        environment["LD_LIBRARY_PATH"] = os.path.join(stage, "lib")
        self._process = subprocess.Popen([program, situation], stdout=subprocess.PIPE, env=environment, text=True)
        self.pid = self._process.pid
        self.facts = {}
        for line in self._process.stdout:
            if line.strip() == "ready":
                break
            _, thread, key, value = line.split()
            self.facts.setdefault(int(thread), {}).setdefault(key, []).append(int(value))
        else:
            raise AssertionError(f"{program} {situation} ended before it was ready")
        while not self._sleeps():
            time.sleep(0.01)

    def _sleeps(self):
        """Whether each thread is in the kernel: what it was about to do when it said `ready` is done."""
        for thread in os.listdir(f"/proc/{self.pid}/task"):
            with open(f"/proc/{self.pid}/task/{thread}/syscall", encoding="ascii") as file:
                if file.read().split()[0] in ("running", "-1"):
                    return False
        return True

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def fact(self, thread, key):
        return self.facts[thread][key][0]

    def threads_with(self, key, value=None):
        """The kernel's numbers of those that said `key`."""
        return [
            thread for thread, said in self.facts.items() if key in said and (value is None or said[key][0] == value)
        ]
