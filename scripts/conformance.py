#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes docs/conformance.md: what `limpid check` finds on Limpid and on other OpenMP runtimes.

usage: conformance.py LIMPID [RUNTIME[=NAME]...] > docs/conformance.md

LIMPID is the command of an installation (out/bin/limpid); each RUNTIME is a library to compare with, and NAME what the page calls
it. Compilers are chosen by CONFORMANCE_COMPILERS (as --compiler has them). Nothing on the page depends on the day or the machine:
counts that vary from run to run are left out, and a rule is listed if it was broken in each of several rounds.
"""
import json
import os
import subprocess
import sys
import tempfile

ROUNDS = 5

HEAD = """# Conformance: what runtimes tell tools

Made by `scripts/conformance.py out/bin/limpid LIBRARY=NAME… > docs/conformance.md`, which runs `limpid check`; do not edit. The checker's rules are in `check/tool`, its programs in
`check/programs`; [check-json.md](check-json.md) says what the words mean. A runtime is held to OpenMP 5.1, with the kinds of work and
dispatch that 5.2 added. A rule is listed if it was broken in each of five rounds; what comes and goes with the timing is not.

What programs find as on the runtime that they were linked with, and what not, is in [own-runtime.md](own-runtime.md).
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


def name_of(broken):
    return broken["rule"], broken["words"]


def in_every_round(rounds, key):
    """The broken rules that all rounds have, with what all of them say about where."""
    kept = []
    for broken in rounds[0][key]:
        same = [next((b for b in report[key] if name_of(b) == name_of(broken)), None) for report in rounds]
        if None in same:
            continue
        for part in ("callbacks", "compilers"):
            broken[part] = sorted(set.intersection(*(set(b[part]) for b in same)))
        if broken["compilers"]:
            kept.append(broken)
    return kept


def check_often(command, library):
    rounds = [check(command, library) for _ in range(ROUNDS)]
    report = rounds[0]
    for key in ("deviations", "notes"):
        report[key] = in_every_round(rounds, key)
    where = {callback for broken in report["deviations"] for callback in broken["callbacks"]}
    for callback in report["callbacks"]:
        callback["broken"] = callback["name"] in where
    return report


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
                text += "; **rules broken**" if found[0]["broken"] else ""
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
    reports = [("Limpid", check_often(sys.argv[1], None))]
    for argument in sys.argv[2:]:
        library, _, name = argument.partition("=")
        reports.append((name or os.path.basename(library), check_often(sys.argv[1], library)))
    lines = [HEAD, "## Callbacks", ""] + callbacks([pair for pair in reports if pair[1]["ompt"]])
    for name, report in reports:
        lines += page(name, report)
    print("\n".join(lines))


if __name__ == "__main__":
    main()
