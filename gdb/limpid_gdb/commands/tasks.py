# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from ..problem import Problem
from ..task import DEPENDS, DETACHED, OVER, READY, RUNS, SUSPENDED
from .command import OmpCommand, plural

_STATES = {SUSPENDED: "suspended", READY: "ready", DEPENDS: "waiting for others", OVER: "complete",
           DETACHED: "waiting for their events"}  # fmt: skip
_SAME_AT_LEAST = 4  # so many brothers that differ in their number only are one line
_DEEPEST = 32  # levels that are shown one inside the other
_MOST_LINES = 1000


class Tasks(OmpCommand):
    """Print the tree of tasks that are not complete: who created whom, and what becomes of each.

Usage: omp tasks [all]
What lies deeper than 32 levels is counted, and after 1000 lines the rest; `omp tasks all` goes on.
Also tasks that nobody runs: those in queues, those that wait for tasks that they depend on, and detached ones
whose code has run and whose event nobody has fulfilled."""

    name = "tasks"
    usage = "[all]"

    def answer(self, process, argument):
        if argument not in ("", "all"):
            raise Problem(f"`omp tasks` takes nothing or `all`, got `{argument}`.")
        tasks = sorted(process.tasks(), key=lambda task: task.id)
        known = {task.id for task in tasks if task.id}
        children = {}
        for task in tasks:
            parent = task.info.parent_id
            if parent not in known or parent == task.id:
                parent = 0
            children.setdefault(parent, []).append(task)
        lines, work = [], [(group, 0) for group in reversed(_groups(children.get(0, []), children))]
        shown = 0
        while work:
            if len(lines) == _MOST_LINES and not argument:
                return lines + [f"... {plural(len(tasks) - shown, 'more task')} (`omp tasks all` shows them)"]
            group, depth = work.pop()
            lines.append("  " * depth + _text(group))
            shown += len(group)
            if len(group) > 1 or not group[0].id or group[0].id not in children:
                continue
            if depth + 1 == _DEEPEST:
                below = _all_below(group[0], children)
                shown += len(below)
                lines.append("  " * (depth + 1) + _summary(below))
                continue
            inside = _groups(children[group[0].id], children)
            work += [(child, depth + 1) for child in reversed(inside)]
        return lines


def _all_below(task, children):
    found, work = [], [task]
    while work:
        inside = children.get(work.pop().id, [])
        found += inside
        work += [child for child in inside if child.id]
    return found


def _summary(tasks):
    """'... 9968 more tasks inside: 1 runs on thread 1, 9967 suspended'."""
    counts = {}
    for task in tasks:
        what = _progress(task) if task.info.progress == RUNS else _STATES.get(task.info.progress, "other")
        counts[what] = counts.get(what, 0) + 1
    parts = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
    return f"... {plural(len(tasks), 'more task')} inside: {parts}"


def _groups(tasks, children):
    """Lists of tasks: each alone, or many that a loop created and nobody has begun."""
    alike = {}
    for task in tasks:
        key = task.id or id(task)
        if task.info.progress in (READY, DEPENDS, DETACHED) and not children.get(task.id):
            key = (task.info.created_at, task.info.progress, task.info.flags, task.info.unmet)
        alike.setdefault(key, []).append(task)
    groups = []
    for same in alike.values():
        groups += [same] if len(same) >= _SAME_AT_LEAST else [[task] for task in same]
    return sorted(groups, key=lambda group: group[0].id)


def _text(group):
    task = group[0]
    what = task.text() if len(group) == 1 else f"{len(group)} {task.kind()} tasks {task.id}…{group[-1].id}"
    marks = "".join(f", {mark}" for mark in task.marks())
    if task.info.priority:
        marks += f", priority {task.info.priority}"
    return f"{what}{marks}: {_progress(task, len(group))}{_origin(task)}"


def _progress(task, count=1):
    thread = task.thread()
    on = f" on {thread.label()}" if thread is not None else ""
    progress = task.info.progress
    if task.is_implicit() and not task.id:
        return "not begun"
    if progress == RUNS:
        return f"runs{on}"
    if progress == SUSPENDED:
        return f"suspended{on}"
    if progress == READY:
        return "ready, in a queue"
    if progress == DEPENDS:
        return f"waits for {plural(task.info.unmet, 'task')} that it depends on"
    if progress == DETACHED:
        if count > 1:
            return "their code has run; each waits for omp_fulfill_event of its event"
        return f"its code has run; waits for omp_fulfill_event of its event, {task.info.event:#x}"
    if progress == OVER:
        return "complete, its children are not"
    return f"progress {progress}"


def _origin(task):
    if task.is_implicit():
        return f", in region {task.info.region_id}" if task.info.region_id else ""
    place = task.place()
    return f"; created at {place.text()}" if place is not None else ""
