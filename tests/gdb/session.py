# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`limpid debug` with commands, and what gdb printed, by command."""

import os
import pty
import re
import subprocess


class Session:
    """Runs commands in one gdb; `answers[i]` is what the i-th one printed."""

    def __init__(self, stage, options, commands):
        words = [os.path.join(stage, "bin", "limpid"), "debug", "--batch", "--ex", "set width 0"]
        for number, command in enumerate(commands):
            words += ["--ex", f"echo \\n=={number}==\\n", "--ex", command]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("OMP_")}
        done = subprocess.run(
            words + options, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment, check=False,
            timeout=240, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        self.output = done.stdout
        self.answers = [part.strip("\n") for part in re.split(r"^==\d+==\n", done.stdout, flags=re.M)[1:]]

    def __getitem__(self, number):
        assert number < len(self.answers), self.output
        return self.answers[number]


def typed(stage, options, commands):
    """The same at a terminal, where gdb does not wait for a command before it runs what is hooked behind it."""
    words = [os.path.join(stage, "bin", "limpid"), "debug", "--ex", "set width 0", "--ex", "set confirm off"] + options
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "dumb"
        os.execv(words[0], words)
    output = ""
    for command in list(commands) + ["quit"]:
        output += _read_to_prompt(terminal)
        os.write(terminal, f"{command}\n".encode())
    os.waitpid(process, 0)
    os.close(terminal)
    return output.replace("\r", "")


def _read_to_prompt(terminal):
    text = ""
    while not text.endswith("(gdb) "):
        text += os.read(terminal, 4096).decode(errors="replace")
    return text


def numbers_of_threads(answer):
    """`info threads`: LWP -> gdb's number."""
    return {int(lwp): int(number) for number, lwp in re.findall(r"^\*?\s+(\d+)\s+.*?LWP (\d+)", answer, re.M)}


def table(answer):
    """`omp threads`: gdb's number -> its columns by name."""
    lines = answer.splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("  Id "))
    names = re.findall(r"\S+", lines[header])
    starts = [lines[header].index(name) for name in names]
    rows = {}
    for line in lines[header + 1 :]:
        if not re.match(r"[* ] \d+", line):
            break
        cells = [line[a:b].strip() for a, b in zip(starts, starts[1:] + [None])]
        rows[int(cells[0])] = dict(zip(names, cells))
    return rows


def stacks(answer):
    """`omp bt all`: gdb's number -> the lines of that thread."""
    found = {}
    for part in re.split(r"^(?=Thread \d+)", answer, flags=re.M):
        head = re.match(r"Thread (\d+)", part)
        if head:
            found[int(head.group(1))] = part.strip().splitlines()
    return found
