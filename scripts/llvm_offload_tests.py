#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs LLVM's own offload tests over several OpenMP runtimes, and says where they differ.

usage: llvm_offload_tests.py TESTS --omptarget FOLDER --include FOLDER --runtime NAME=FOLDER [--runtime NAME=FOLDER...]

TESTS is offload/test of an unpacked source package of LLVM; --omptarget the folder of libomptarget.so, --include the one of LLVM's omp.h; each
--runtime folders, separated by colons, where programs look for libraries; the first has libomp.so and libomp.so.5. The device is the host (the
plug-in for x86-64). With --build, the project's build folder, the tests of tools run a second time, on the plug-in for CUDA and the driver of
tests/offload, whose kernels are the host's versions of the regions.

With --arch (such as sm_90) the device is a GPU of NVIDIA: tests that LLVM does not run there are left out, as their REQUIRES and UNSUPPORTED say, and
XFAIL is heeded; --device-runtime is the folder of LLVM's own library for it (libompdevice.a and libomptarget-nvptx.bc), which Debian does not have.
Where there is a GPU and no compiler: --build-only here, then the same command with --built there, with the same paths (--work holds the programs;
only those of --runtime behind the first one may differ).

Only tests whose RUN lines use what is understood here (compile, run and check) are run; lit is not needed, clang-22 and FileCheck-22 are, in PATH.
Without --arch REQUIRES is not looked at: a test that needs what is not there fails on all runtimes alike. Three tests expect what LLVM's runtime
does not tell tools; a runtime that tells it passes them, too (MAPPINGS, NOWAIT). By hand only: these tests belong to LLVM and are no part of ours.
Exits 1 if a test that passes on the first runtime fails on another.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import typing

import nvptx

FOLDERS = ("offloading", "mapping", "api", "ompt")
TRIPLE = "x86_64-pc-linux-gnu"
GPU = "nvptx64-nvidia-cuda"
# Of such a GPU, of Debian's libomptarget and of the library for devices, in the words of REQUIRES, UNSUPPORTED and XFAIL.
FEATURES = {"gpu", "nvidiagpu", GPU, "ompt", "clang", "unified_shared_memory"}
NOT_BUILT = "build_: no program"
SECONDS = 120
# They expect that a callback for mappings cannot be registered, and abort with these words when it is called.
MAPPINGS = {"ompt/veccopy_map.c": "Target map callback is unimplemented", "ompt/veccopy_emi_map.c": "Target map emi callback is unimplemented"}

COMPILERS = {"": ("clang-22", ""), "xx": ("clang++-22", ""), "opt": ("clang-22", "-O3"), "optxx": ("clang++-22", "-O3")}

# It expects that a construct with nowait has the kind of one without. Its own name for ompt_target_update_nowait (12) is another one.
NOWAIT = {"ompt/veccopy_data.c": "sed s/ompt_target_exit_data_nowait/ompt_target_update/"}


def run_lines(path):
    """The RUN lines of a test, joined at their backslashes; None if it has none."""
    lines, rest = [], ""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        match = re.search(r"RUN:\s*(.*)", line)
        if not match:
            continue
        text = rest + match.group(1).strip()
        rest = text[:-1] + " " if text.endswith("\\") else ""
        if not rest:
            lines.append(text)
    return lines


def words(path, keyword):
    """What a test says behind such a keyword: features, or features with an exclamation mark."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return [word.strip() for line in re.findall(rf"\b{keyword}:(.*)", text) for word in line.split(",")]


def has(word):
    return word == "*" or (word[1:] not in FEATURES if word.startswith("!") else word in FEATURES)


def reason_against(path):
    """Why LLVM does not run a test on the GPU; empty: it does."""
    lacking = [word for word in words(path, "REQUIRES") if not has(word)]
    refused = [word for word in words(path, "UNSUPPORTED") if has(word)]
    return ", ".join([f"requires {word}" for word in lacking] + [f"unsupported with {word}" for word in refused])


class Script:
    """The RUN lines of one test as a shell script for one runtime."""

    def __init__(self, arguments, path, work, on_driver):
        self.arguments, self.path, self.work, self.on_driver = arguments, path, work, on_driver
        self.stem = work / (str(path.relative_to(arguments.tests)).replace("/", "_") + ".tmp")

    def compile(self, kind):
        """What is behind it in the line are more flags."""
        compiler, level = COMPILERS[kind]
        flags = f"-fopenmp -fno-exceptions {level} -I {shlex.quote(str(self.path.parent))} -isystem {self.arguments.include} -Wno-everything"
        libraries = f"-L {self.arguments.omptarget} -L {self.arguments.libraries} -Wl,-rpath-link,/usr/lib/llvm-22/lib"
        if self.arguments.arch:
            device = shlex.join(nvptx.flags(self.arguments.arch, self.arguments.device_runtime))
            return f"build_ {compiler} {flags} {libraries} {device} {shlex.quote(str(self.path))}"
        if self.on_driver:
            return (f"device_=1 build_ {compiler} {flags} --offload-arch=sm_90 --offload-host-only -nogpulib -nogpuinc "
                    f"{shlex.quote(str(self.path))} {libraries}")
        return f"build_ {compiler} {flags} {libraries} -fopenmp-targets={TRIPLE} {shlex.quote(str(self.path))}"

    def triple(self):
        return GPU if self.arguments.arch else TRIPLE

    def prelude(self):
        """build_ compiles what was not compiled for another runtime, to where the line's own -o says, such as a library for its next line. With
        --build-only no program is run or checked, and all lines are gone through."""
        quiet = "FileCheck-22() { cat > /dev/null; }\n" if self.arguments.build_only else ""
        make = "false" if self.arguments.built else '{ make_ "$kept.new" "$@" && mv "$kept.new" "$kept"; }'
        program = "/bin/true" if self.arguments.build_only else "$kept"
        image = f"{self.arguments.build}/tests/offload/device_image.registered.o"
        return (f"""set -o pipefail
{quiet}not_() {{ [ "$1" != --crash ] || shift; ! "$@"; }}
export -f not_
build_() {{
  local kept={self.arguments.work}/$(printf '%s' "$*" | md5sum | cut -d ' ' -f 1) word before own
  for word; do [ "$before" != -o ] || own=$word; before=$word; done
  [ -e "$kept" ] || {make} || {{ echo "{NOT_BUILT}" >&2; return 1; }}
  if [ -n "$own" ]; then cp "$kept" "$own"; else cp "{program}" {self.stem}; fi
}}
make_() {{
  local file=$1
  shift
  [ -n "$device_" ] || {{ "$@" -o "$file"; return; }}
  "$@" -c -o "$file.o" && {"clang++-22" if self.path.suffix == ".cpp" else "clang-22"} -fopenmp "$file.o" {image} -o "$file" \
    -L {self.arguments.omptarget} -L {self.arguments.libraries} -Wl,-rpath-link,/usr/lib/llvm-22/lib -lomptarget
}}
""")

    def run(self):
        """What a program prints before it aborts is seen."""
        name = str(self.path.relative_to(self.arguments.tests))
        return ("stdbuf -oL " if name in MAPPINGS else "") + f"{self.stem} 2>&1 | " + (f"{NOWAIT[name]} | " if name in NOWAIT else "")

    def substitute(self, line):
        check = f"FileCheck-22 {shlex.quote(str(self.path))}"
        for suffix in ("generic", self.triple()):
            for kind in sorted(COMPILERS, key=len, reverse=True):
                built = self.compile(kind)
                line = line.replace(f"%libomptarget-compile{kind}-run-and-check-{suffix}",
                                    f"{built} && {self.run()}{check}")
                line = line.replace(f"%libomptarget-compile{kind}-and-run-{suffix}", f"{built} && {self.stem}")
                line = line.replace(f"%libomptarget-compile{kind}-{suffix}", built)
            line = line.replace(f"%libomptarget-run-fail-{suffix}", f"not_ {self.stem}")
            line = line.replace(f"%libomptarget-run-{suffix}", f"{self.stem}")
            line = line.replace(f"%fcheck-plain-{suffix}", "FileCheck-22").replace(f"%fcheck-{suffix}", check)
        line = re.sub(r"%not\b", "not_", line)
        line = re.sub(r"\benv ([^|&;]*)\bnot_ ", r"env \1bash -c 'not_ \"$@\"' not_ ", line)  # a function is no program
        return line.replace("%s", str(self.path)).replace("%t", str(self.stem)).replace("%S", str(self.path.parent)).replace(
            "%T", str(self.work))

    def text(self):
        """None: a line has something that is not understood here."""
        lines = []
        for line in run_lines(self.path):
            if re.search(r"nvptx|amdgcn|aarch64|powerpc|s390x|loongarch|x86_64", line) and not re.search(f"generic|{self.triple()}", line):
                continue
            line = self.substitute(line)
            if re.search(r"%[a-zA-Z]", re.sub(r"%[a-z]+\b(?=[^-a-z])", "", line)) or "%libomptarget" in line or "%fcheck" in line:
                return None
            lines.append(line if self.arguments.build_only else f"{{ {line}; }} || exit")
        if not lines:
            return None
        return self.prelude() + "\n".join(lines) + "\n"


class Outcome(typing.NamedTuple):
    word: str
    log: pathlib.Path | None = None

    def text(self):
        return f"{self.word} ({self.log})" if self.log else self.word


def outcome(arguments, path, runtime, on_driver):
    name, folders = runtime
    work = arguments.work / (name + ("-driver" if on_driver else ""))
    work.mkdir(parents=True, exist_ok=True)
    script = Script(arguments, path, work, on_driver).text()
    if script is None:
        return Outcome("left out")
    environment = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": f"{folders}:{arguments.omptarget}", "HOME": "/tmp"}
    if on_driver:
        environment["LD_LIBRARY_PATH"] += f":{arguments.build}/tests/offload/bin/cuda"
        environment["FAKE_CUDA_KERNELS"] = "host"
    log = work / (hashlib.md5(str(path).encode()).hexdigest() + ".log")
    with open(log, "w", encoding="utf-8") as out:
        out.write(f"{path}\n{script}")
        out.flush()
        # With what the shell started: a program that hangs would keep the device.
        done = subprocess.run(["timeout", "-k", "5", str(arguments.seconds), "bash", "-c", script], env=environment, stdout=out, stderr=out,
                              stdin=subprocess.DEVNULL, cwd=work, check=False)
    if done.returncode == 124:
        return Outcome("TIMEOUT", log)
    return judged(arguments, path, log, done.returncode)


def judged(arguments, path, log, status):
    text = log.read_text(encoding="utf-8", errors="replace")
    if re.search(f"^{NOT_BUILT}$", text, re.MULTILINE):
        return Outcome("not built", log)
    if arguments.build_only:
        return Outcome("built")
    mappings = MAPPINGS.get(str(path.relative_to(arguments.tests)))
    if status == 0 or (mappings is not None and mappings in text):
        return Outcome("passed")
    if arguments.arch and any(map(has, words(path, "XFAIL"))):
        return Outcome("failed as LLVM expects")
    return Outcome("FAILED", log)


def folder(text):
    return pathlib.Path(text).resolve()


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", type=folder)
    parser.add_argument("--omptarget", required=True, type=folder)
    parser.add_argument("--include", required=True, type=folder)
    parser.add_argument("--runtime", action="append", required=True, type=lambda text: tuple(text.split("=", 1)))
    parser.add_argument("--build", type=folder, help="such as build/release")
    parser.add_argument("--arch", help="a GPU of NVIDIA, such as sm_90")
    parser.add_argument("--device-runtime", type=folder)
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--built", action="store_true")
    parser.add_argument("--work", type=folder, default=pathlib.Path("/tmp/llvm-offload-tests"))
    parser.add_argument("--only", default="", help="regular expression on the path")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for one test on one runtime")
    parser.add_argument("--verbose", action="store_true", help="a line for every test")
    arguments = parser.parse_args()
    if bool(arguments.arch) != bool(arguments.device_runtime):
        sys.exit("llvm_offload_tests.py: expected both --arch and --device-runtime, or neither")
    arguments.libraries = arguments.runtime[0][1].split(":")[0]
    needed = (() if arguments.built else ("clang-22", "clang++-22")) + (() if arguments.build_only else ("FileCheck-22",))
    missing = [tool for tool in needed if not shutil.which(tool)]
    if missing:
        sys.exit(f"llvm_offload_tests.py: not in PATH: {', '.join(missing)} (FileCheck-22 is a link to the FileCheck of llvm-22-tools)")
    return arguments


def tests_of(arguments, totals):
    tests = sorted(path for folder in FOLDERS for suffix in ("c", "cpp") for path in (arguments.tests / folder).glob(f"**/*.{suffix}")
                   if re.search(arguments.only, str(path)))
    if not tests:
        sys.exit(f"llvm_offload_tests.py: no tests under {arguments.tests}: expected the folders {', '.join(FOLDERS)}")
    if not arguments.arch:
        return tests
    against = {path: reason_against(path) for path in tests}
    for path, reason in against.items():
        if reason:
            name = path.relative_to(arguments.tests)
            totals["everything", name.parts[0], "left out by the test's own words"] += 1
            print(f"{name}: left out ({reason})")
    return [path for path in tests if not against[path]]


def main():
    arguments = parsed()
    worse, totals = [], collections.Counter()
    tests = tests_of(arguments, totals)
    runs = [(path, False) for path in tests]
    if arguments.build:
        runs += [(path, True) for path in tests if path.relative_to(arguments.tests).parts[0] == "ompt"]

    def all_outcomes(run):
        return *run, [outcome(arguments, run[0], runtime, run[1]) for runtime in arguments.runtime]

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for path, on_driver, outcomes in pool.map(all_outcomes, runs):
            where = "driver" if on_driver else path.relative_to(arguments.tests).parts[0]
            for (name, _), result in zip(arguments.runtime, outcomes):
                totals[name, where, result.word] += 1
            if arguments.verbose or len({result.word for result in outcomes}) > 1:
                print(f"{path.relative_to(arguments.tests)}{' (driver)' if on_driver else ''}: " + ", ".join(
                    f"{name} {result.text()}" for (name, _), result in zip(arguments.runtime, outcomes)), flush=True)
            if outcomes[0].word == "passed" and any(result.word != "passed" for result in outcomes[1:]):
                worse.append(path)
    for name in dict.fromkeys(who for who, _, _ in totals):
        for where in sorted({place for who, place, _ in totals if who == name}):
            print(f"{name}, {where}: " + ", ".join(
                f"{count} {word}" for (who, place, word), count in sorted(totals.items()) if (who, place) == (name, where)))
    print(f"{len(worse)} that pass on {arguments.runtime[0][0]} fail elsewhere")
    sys.exit(1 if worse else 0)


main()
