# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records a program that offloads, and checks what the report says of its devices.

usage: recorded.py LIMPID PROGRAM KERNEL_NS COPY_NS     (0: as long as it took)
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def check(holds, what):
    if not holds:
        sys.exit(f"recorded.py: not true: {what}")


def main():
    limpid, program, kernel_ns, copy_ns = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([limpid, "record", program], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        files = [path.name for path in pathlib.Path(folder).glob("*.limpid")]
        text = subprocess.run([limpid, "report", *files], cwd=folder, check=True, capture_output=True, text=True).stdout
        report = json.loads(subprocess.run([limpid, "report", "--json", *files], cwd=folder, check=True, capture_output=True).stdout)
    devices = report["devices"]
    check(devices and all(device["measured"] for device in devices), f"devices that are measured: {devices}")
    first = devices[0]
    check(first["number"] == 0 and first["kernels"] > 0, f"kernels on device 0: {first}")
    check(first["kernel_s"] > 0 and first["to_device"]["bytes"] > 0 and first["from_device"]["count"] > 0, f"times and copies: {first}")
    if kernel_ns:
        check(abs(first["kernel_s"] - first["kernels"] * kernel_ns / 1e9) < 1e-9, f"each kernel took {kernel_ns} ns: {first}")
    if copy_ns:
        copies = first["to_device"]["count"] + first["from_device"]["count"]
        took = first["to_device"]["s"] + first["from_device"]["s"]
        check(abs(took - copies * copy_ns / 1e9) < 1e-9, f"each copy took {copy_ns} ns: {first}")
    check(sum(place["kernels"] for place in first["places"]) == first["kernels"], f"the kernels of all places are the device's: {first}")
    named = [place for place in first["places"] if place["kernels"]]
    check(named and all(place["name"] and place["line"] for place in named), f"constructs with name and line: {named}")
    check("Devices" in text and f"device 0 ({first['type']})" in text, "the text has the device")


main()
