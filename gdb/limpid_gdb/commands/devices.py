# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from .. import state as states
from .command import OmpCommand


class Devices(OmpCommand):
    """List the offload devices that are in use: type, engine, and the threads that wait for each.

Usage: omp devices
What runs on a device only its engine knows; the debugger of the device shows that."""

    name = "devices"

    def answer(self, process, _argument):
        devices = process.devices()
        if not devices:
            return ["No engine has said anything of a device. LLVM's library does so only if a tool observes the program."]
        waiting = [thread for thread in process.threads() if states.is_for_device(thread.state) and thread.wait_id]
        return [_line(device, [thread for thread in waiting if thread.wait_id - 1 == device[0]]) for device in devices]


def _line(device, threads):
    number, kind, engine = device
    waiting = "; waiting: " + ", ".join(thread.label() for thread in threads) if threads else ""
    return f"device {number}: {kind}, of {engine}{waiting}"
