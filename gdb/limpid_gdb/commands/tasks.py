# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from ..task import DEPENDS, OVER, READY, RUNS, SUSPENDED
from .command import OmpCommand, plural

_SAME_AT_LEAST = 4  # so many brothers that differ in their number only are one line


class Tasks(OmpCommand):
    """Print the tree of tasks that are not complete: who created whom, and what becomes of each.

Usage: omp tasks
Also tasks that nobody runs: those in queues, and those that wait for tasks that they depend on."""

    name = "tasks"

    def answer(self, process, _argument):
        tasks = sorted(process.tasks(), key=lambda task: task.id)
        known = {task.id for task in tasks if task.id}
        children = {}
        for task in tasks:
            parent = task.info.parent_id
            if parent not in known or parent == task.id:
                parent = 0
            children.setdefault(parent, []).append(task)
        lines, work = [], [(group, 0) for group in reversed(_groups(children.get(0, []), children))]
        while work:
            group, depth = work.pop()
            lines.append("  " * depth + _text(group))
            if len(group) == 1 and group[0].id:
                below = _groups(children.get(group[0].id, []), children)
                work += [(child, depth + 1) for child in reversed(below)]
        return lines


def _groups(tasks, children):
    """Lists of tasks: each alone, or many that a loop created and nobody has begun."""
    alike = {}
    for task in tasks:
        key = task.id or id(task)
        if task.info.progress in (READY, DEPENDS) and not children.get(task.id):
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
    return f"{what}{marks}: {_progress(task)}{_origin(task)}"


def _progress(task):
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
    if progress == OVER:
        return "complete, its children are not"
    return f"progress {progress}"


def _origin(task):
    if task.is_implicit():
        return f", in region {task.info.region_id}" if task.info.region_id else ""
    place = task.place()
    return f"; created at {place.text()}" if place is not None else ""
