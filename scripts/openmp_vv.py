#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of devices of the OpenMP Validation and Verification suite over several runtimes, and says where they differ.

usage: openmp_vv.py SUITE --compiler gcc|clang --runtime NAME=FOLDERS [--runtime NAME=FOLDERS...]

SUITE is a copy of github.com/OpenMP-Validation-and-Verification/OpenMP_VV. Each test is built once and run on each runtime: FOLDERS, separated by
colons, are where it looks for libraries. With gcc the device part is for nvptx, by the packages that `./dev test` unpacks; its driver can be the one
of tests/offload/gcc, whose kernels are the host's versions of the regions. With clang the device is the host (libomptarget's plug-in for it), or with
--arch, such as sm_90, a GPU of NVIDIA; then --device-runtime is the folder of LLVM's own library for it (libompdevice.a and
libomptarget-nvptx.bc). Clang links with the first folder of the first runtime, which should be LLVM's: linked with another one's library a program
wants omp_target_alloc and its like in versions that LLVM's lacks. Where there is a GPU and no compiler: --build-only here, then the same command with
--built there; --work holds the programs. Only tests that name a target construct, a device's memory or a requirement of it are run. By hand only:
these tests are no part of ours.

What a test says is its status and its line of result. Where runtimes do not agree each runs it again, up to --repeat times, and the results of all
runs are compared: a race of the test's own differs from itself. Exits 1 if a test that always passes on the first runtime does not on another.
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import nvptx

ROOT = pathlib.Path(__file__).resolve().parent.parent
STAGE = ROOT / "build/release/stage"  # for LLVM's compilers: omp.h
SECONDS = 120
ABOUT_DEVICES = re.compile(r"omp\s+(begin\s+|end\s+)?(target|declare\s+target|requires|declare\s+mapper|dispatch|interop)|omp_target_|omp_get_mapped", re.I)
LANGUAGES = {".c": ("gcc-12", "clang-22"), ".cpp": ("g++-12", "clang++-22"), ".F90": ("gfortran-12", "flang-22")}


class Builder:
    """How a compiler makes a program of a test."""

    def __init__(self, arguments):
        self.suite, self.packages, self.gcc = arguments.suite, arguments.packages, arguments.compiler == "gcc"
        self.more = arguments.flag
        self.library = arguments.runtime[0][1].split(":")[0]
        self.device = ["-fopenmp-targets=x86_64-pc-linux-gnu"]
        if arguments.arch:
            self.device = nvptx.flags(arguments.arch, arguments.device_runtime)

    def command(self, source, file):
        language = source.suffix
        compiler = LANGUAGES[language][0 if self.gcc else 1]
        command = [compiler, "-fopenmp", "-w", "-O2", "-I", str(self.suite / "ompvv"), "-DVERBOSE_MODE=1", *self.more]
        if language == ".F90":
            command += ["-cpp", "-ffree-line-length-none"] if self.gcc else ["-cpp"]
        if self.gcc:
            command += ["-foffload=nvptx-none", "-foffload-options=nvptx-none=-misa=sm_80", "-foffload-options=-lm -latomic", "-no-pie", "-rdynamic",
                        "-B", f"{self.packages}/lib/gcc/x86_64-linux-gnu/12/"]
        else:
            command += ["-fopenmp-version=52", *self.device, "-L", str(self.packages / "lib/llvm-22/lib"),
                        "-idirafter", str(STAGE / "include"), "-L", self.library]
        sources = [str(source)]
        if source.stem == "qmcpack_target_static_lib":
            sources.append(str(self.suite / "ompvv/libompvv.c"))
        return [*command, *sources, "-o", str(file), "-lm"]

    def build(self, source, file):
        """Returns what the compiler says against it, or nothing. In a folder of its own: all Fortran tests have the same modules, whose files the
        compiler writes and reads where it is."""
        paths = {"PATH": f"{self.packages}/bin:/usr/bin:/bin"}
        with tempfile.TemporaryDirectory(dir=file.parent) as folder:
            program = pathlib.Path(folder) / file.name
            try:
                done = subprocess.run(self.command(source, program), env={**os.environ, **paths}, capture_output=True, text=True, timeout=SECONDS,
                                      cwd=folder, errors="replace", check=False)
            except subprocess.TimeoutExpired:
                return "the compiler does not end"
            if done.returncode == 0:
                program.rename(file)
                return ""
        lines = [line for line in (done.stderr + done.stdout).splitlines() if re.search("rror|sorry|undefined|unresolved", line)]
        return (lines or ["no program"])[0][:160]


def result(file, folders, seconds):
    environment = {**os.environ, "LD_LIBRARY_PATH": folders}
    try:
        done = subprocess.run([str(file)], env=environment, capture_output=True, text=True, errors="replace", timeout=seconds, cwd=file.parent,
                              stdin=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        return "does not end"
    lines = re.findall(r"\[OMPVV_RESULT[^\]]*\]\s*(.*)", done.stdout)
    told = lines[-1].strip() if lines else "no result"
    return f"status {done.returncode}, {told}"


def results(arguments, file):
    """Of each runtime the results of its runs, sorted: one run if they agree, else some more."""
    first = [result(file, folders, arguments.seconds) for _, folders in arguments.runtime]
    everything = [{each} for each in first]
    if len(set(first)) > 1:
        for _ in range(arguments.repeat):
            for found, (_, folders) in zip(everything, arguments.runtime):
                found.add(result(file, folders, arguments.seconds))
    return [" | ".join(sorted(each)) for each in everything]


def passed(text):
    return "|" not in text and text.startswith("status 0, ") and "failed" not in text


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--compiler", choices=("gcc", "clang"), required=True)
    parser.add_argument("--runtime", action="append", required=True, type=lambda text: tuple(text.split("=", 1)))
    parser.add_argument("--packages", type=lambda text: pathlib.Path(text).resolve(), default=ROOT / "build/packages/usr",
                        help="where the compiler's packages for devices are unpacked")
    parser.add_argument("--versions", default="4.5,5.0,5.1,5.2")
    parser.add_argument("--languages", default="c", help="of c, cpp, F90, separated by commas")
    parser.add_argument("--flag", action="append", default=[], help="one more for the compiler")
    parser.add_argument("--only", default="", help="regular expression on the path")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for one run")
    parser.add_argument("--arch", help="a GPU of NVIDIA, such as sm_90")
    parser.add_argument("--device-runtime", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--build-only", action="store_true")
    parser.add_argument("--built", action="store_true")
    parser.add_argument("--work", type=lambda text: pathlib.Path(text).resolve(), default=pathlib.Path("/tmp/openmp-vv"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--verbose", action="store_true", help="a line for every test")
    arguments = parser.parse_args()
    if bool(arguments.arch) != bool(arguments.device_runtime) or (arguments.arch and arguments.compiler == "gcc"):
        sys.exit("openmp_vv.py: expected both --arch and --device-runtime, or neither, and --compiler clang with them")
    return arguments


def main():
    arguments = parsed()
    builder = Builder(arguments)
    tests = sorted(path for version in arguments.versions.split(",") for language in arguments.languages.split(",")
                   for path in (arguments.suite / "tests" / version).glob(f"**/*.{language}")
                   if re.search(arguments.only, str(path)) and ABOUT_DEVICES.search(path.read_text(encoding="utf-8", errors="replace")))
    if not tests:
        sys.exit(f"openmp_vv.py: no tests of devices under {arguments.suite}/tests: expected the folders {arguments.versions}")
    arguments.work.mkdir(parents=True, exist_ok=True)

    def verdict(path):
        file = arguments.work / (str(path.relative_to(arguments.suite / "tests")).replace("/", "_") + ".run")
        against = "" if file.exists() else f"no {file}" if arguments.built else builder.build(path, file)
        return path, against, [] if against or arguments.build_only else results(arguments, file)

    totals, worse = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for path, against, found in pool.map(verdict, tests):
            name = path.relative_to(arguments.suite / "tests")
            if against:
                totals["", "not built"] += 1
                if arguments.verbose:
                    print(f"{name}: not built: {against}", flush=True)
                continue
            if arguments.build_only:
                totals["", "built"] += 1
                continue
            differ = len(set(found)) > 1
            for (runtime, _), text in zip(arguments.runtime, found):
                totals[runtime, "passed" if passed(text) else "failed or skipped"] += 1
            if differ or arguments.verbose:
                print(f"{name}: " + "; ".join(f"{runtime}: {text}" for (runtime, _), text in zip(arguments.runtime, found)), flush=True)
            if passed(found[0]) and not all(passed(text) for text in found[1:]):
                worse.append(name)
    for (runtime, word), count in sorted(totals.items()):
        print(f"{runtime + ': ' if runtime else ''}{count} {word}")
    if not arguments.build_only:
        print(f"{len(worse)} that pass on {arguments.runtime[0][0]} do not elsewhere")
    sys.exit(1 if worse else 0)


main()
