#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes docs/conformance.md: what `limpid check` finds on Limpid and on other OpenMP runtimes.

usage: conformance.py LIMPID [RUNTIME[=NAME]...] > docs/conformance.md

LIMPID is the command of an installation (out/bin/limpid); each RUNTIME is a library to compare with, and NAME what the page calls
it. Compilers are chosen by CONFORMANCE_COMPILERS (as --compiler has them). Nothing on the page depends on the day or the machine:
counts that vary from run to run are left out.
"""
import json
import os
import subprocess
import sys
import tempfile

HEAD = """# Conformance: what runtimes tell tools

Made by `scripts/conformance.py`, which runs `limpid check`; do not edit. The checker's rules are in `check/tool`, its programs in
`check/programs`; [check-json.md](check-json.md) says what the words mean. A runtime is held to OpenMP 5.1, with the kinds of work and
dispatch that 5.2 added.
"""


def check(command, library):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        words = [command, "check", "--json", "-o", report]
        compilers = os.environ.get("CONFORMANCE_COMPILERS")
        words += ["--compiler", compilers] if compilers else []
        words += ["--runtime", library] if library else []
        status = subprocess.run(words, check=False).returncode
        if status not in (0, 1):
            sys.exit(f"conformance.py: {' '.join(words)} ended with {status}")
        with open(report, encoding="utf-8") as file:
            return json.load(file)


def cell(text):
    return text.replace("|", "\\|")


def rule_name(broken):
    return f"`{broken['rule']}`" + (f" of `{cell(broken['words'])}`" if broken["words"] else "")


def callbacks(reports):
    names = sorted({callback["name"] for _, report in reports for callback in report["callbacks"]})
    lines = ["| callback | section | " + " | ".join(name for name, _ in reports) + " |", "|---" * (len(reports) + 2) + "|"]
    for name in names:
        cells, section = [], ""
        for _, report in reports:
            found = [callback for callback in report["callbacks"] if callback["name"] == name]
            text = "-"
            if found:
                section = found[0]["section"]
                text = ", ".join(found[0]["registered"]) + (", seen" if found[0]["seen"] else "")
                rules = len(found[0]["rules_broken"])
                text += f"; **{rules} rule{'s' * (rules != 1)} broken**" if rules else ""
            cells.append(text)
        lines.append(f"| `{name}` | {section} | " + " | ".join(cells) + " |")
    return lines


def broken_rules(title, rules):
    if not rules:
        return []
    lines = ["", f"### {title}", "", "| rule | section | what it demands | where | programs of |", "|---|---|---|---|---|"]
    for broken in sorted(rules, key=rule_name):
        where = ", ".join(f"`{name}`" for name in broken["callbacks"]) or "-"
        lines.append(f"| {rule_name(broken)} | {broken['section']} | {cell(broken['says'])} | {where} |"
                     f" {', '.join(broken['compilers'])} |")
    return lines


def page(name, report):
    lines = ["", f"## {name}", ""]
    if not report["ompt"]:
        return lines + ["No OMPT interface: the tool was never started."]
    present = [entry["name"] for entry in report["entry_points"] if entry["present"]]
    states = [state["name"].removeprefix("ompt_state_") for state in report["states"]]
    missing = [entry["name"] for entry in report["entry_points"] if not entry["present"]]
    lines += [f"Calls itself \"{report['runtime']}\", implements {report['omp_version']}. "
              f"{report['programs']} programs built by {report['compilers']}, at {', '.join(map(str, report['threads']))} threads.", "",
              f"Entry points: {len(present)} of {len(report['entry_points'])}"
              + (f", without {', '.join(missing)}" if missing else "") + ".", "",
              f"States that it enumerates: {', '.join(states)}.", ""]
    deviations = report["deviations"]
    lines.append(f"**{len(deviations)} deviation{'s' * (len(deviations) != 1)}.**" if deviations else "**No deviation.**")
    lines += broken_rules("Deviations", deviations) + broken_rules("Notes", report["notes"])
    if report["left_out"]:
        reasons = sorted({text.split(": /")[0] for text in report["left_out"]})
        lines += ["", "Left out: " + "; ".join(reason.split(" (required by")[0] for reason in reasons) + "."]
    return lines


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    reports = [("Limpid", check(sys.argv[1], None))]
    for argument in sys.argv[2:]:
        library, _, name = argument.partition("=")
        reports.append((name or os.path.basename(library), check(sys.argv[1], library)))
    lines = [HEAD, "## Callbacks", ""] + callbacks([pair for pair in reports if pair[1]["ompt"]])
    for name, report in reports:
        lines += page(name, report)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
