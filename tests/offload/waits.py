# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `limpid ps` and gdb's `omp threads` say of a thread that waits for a device.

usage: waits.py STAGE PROGRAM     (77: gdb cannot be had)
"""
import json
import os
import shutil
import subprocess
import sys

WITHOUT_NUMBER = "waits for a target region"
SENTENCE = WITHOUT_NUMBER + " on device 0"
ALONE = "WAITS" in os.environ  # then only the stack shows it, to gdb


def check(holds, what):
    if not holds:
        sys.exit(f"waits.py: not true: {what}")


def answer(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL, check=False)
    return done.stdout + done.stderr


def look(stage, pid):
    limpid = os.path.join(stage, "bin", "limpid")
    text = answer(limpid, "ps", pid)
    check((SENTENCE in text) != ALONE, f"ps: {text}")
    process = json.loads(subprocess.run([limpid, "ps", "--json", pid], capture_output=True, check=True).stdout)
    check(any(thread["does"] == SENTENCE for thread in process["threads"]) != ALONE, f"ps --json: {process}")
    if shutil.which("gdb") is None:
        return 77
    commands = os.path.join(stage, "share", "limpid", "gdb", "limpid.py")
    text = answer("gdb", "--batch", "-iex", "set debuginfod enabled off", "-p", pid, "-ex", f"source {commands}", "-ex", "omp threads", "-ex", "omp devices")
    check((WITHOUT_NUMBER if ALONE else SENTENCE) in text, f"omp threads: {text}")
    known = "No engine has said anything" if ALONE else "device 0: sm_90, of LLVM's libomptarget; waiting: thread 1\n"
    check(known in text, f"omp devices: {text}")
    return 0


def main():
    stage, program = sys.argv[1:]
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            check(process.stdout.readline() == "waits\n", "the program waits")
            found = look(stage, str(process.pid))
            process.stdin.write("\n")
            process.stdin.close()
            check(process.wait(timeout=60) == 0, "the program ends well")
        except BaseException:
            process.kill()
            raise
    sys.exit(found)


main()
