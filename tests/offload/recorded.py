# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Records a program that offloads, and checks what the report says of its devices.

usage: recorded.py LIMPID PROGRAM KERNEL_NS COPY_NS     (0: as long as it took)
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def check(holds, what):
    if not holds:
        sys.exit(f"recorded.py: not true: {what}")


# What went on at once can be no longer than each of the two, and the device's busy time no longer than all that it did.
def check_moments(report, device, timeline):
    activity = device["activity"]
    check(activity is not None and device["without_moments"] == 0, f"all moments are known: {device}")
    copies = device["to_device"]["s"] + device["from_device"]["s"]
    check(0 < activity["busy_s"] <= device["kernel_s"] + copies + 1e-9, f"busy as long as it did something: {device}")
    check(activity["idle_s"] > 0, f"idle in between: {device}")
    check(activity["copies_and_kernels_s"] <= min(copies, device["kernel_s"]), f"at once: {device}")
    for at_once in ("copies_and_host_s", "kernels_and_host_s"):
        check(activity[at_once] <= activity["busy_s"], f"{at_once}: {device}")
    check(device["awaited_constructs"]["count"] > 0, f"constructs that are waited for: {device}")
    waited = [ns for name, ns in report["totals"]["states"].items() if name == "waiting for device 0"]
    check(device["waited_s"] == sum(waited), f"waiting for device 0: {device['waited_s']}, {waited}")
    rows = [line for line in timeline.splitlines() if line.startswith("     dev0  ")]
    check(len(rows) == 1 and set(rows[0][11:].strip()) & set("K><m"), f"a row of the device: {rows}")


# The sums are there, as has been checked; of the rest the report says that it is not known.
def check_losses(device, text):
    operations = device["kernels"] + device["to_device"]["count"] + device["from_device"]["count"]
    check(device["activity"] is None, f"what is lost is not guessed: {device}")
    check(0 < device["without_moments"] <= 2 * operations, f"the losses are counted: {device}")
    check(f"{device['without_moments']} operations have no moment" in text, "the text says so")


def main():
    limpid, program, kernel_ns, copy_ns = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([limpid, "record", program], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        files = [path.name for path in pathlib.Path(folder).glob("*.limpid")]
        text = subprocess.run([limpid, "report", *files], cwd=folder, check=True, capture_output=True, text=True).stdout
        timeline = subprocess.run([limpid, "report", "--timeline", *files], cwd=folder, check=True, capture_output=True, text=True).stdout
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
    if copy_ns:  # hundreds of them take less than a millisecond
        kinds = [advice["kind"] for advice in report["advice"]]
        check(not {"repeated copies", "copies alone", "small kernels"} & set(kinds), f"nothing to say about the device: {kinds}")
    check("Devices" in text and f"device 0 ({first['type']})" in text, "the text has the device")
    if "LIMPID_MAX_SIZE" in os.environ:
        check_losses(first, text)
    else:
        check_moments(report, first, timeline)


main()
