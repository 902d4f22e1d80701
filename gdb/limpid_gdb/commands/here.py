# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import gdb

from ..place import of_construct
from ..user_stack import StackBuilder
from .command import OmpCommand, plural


class Here(OmpCommand):
    """Say which region or task begins where the program stopped, and select the program's own frame.

Usage: omp here
`omp break` puts it into the commands of its breakpoints."""

    name = "here"

    def answer(self, process, _argument):
        thread = process.thread_of(gdb.selected_thread())
        if thread is None:
            return ["The selected thread is no thread of OpenMP."]
        at = gdb.newest_frame().name() or ""
        lines = []
        region, task = thread.region(), thread.task()
        if at.startswith("ompd_bp_parallel_begin") and region is not None:
            place = region.place()
            where = f", created at {place.text()}" if place is not None else ""
            count = region.info.threads or region.info.requested
            lines.append(f"{thread.label()} begins {region.text()}: {plural(count, 'thread')}{where}")
        elif at.startswith("ompd_bp_task_begin") and task is not None:
            place = of_construct(task.info.created_at, task.info.function)
            where = f", created at {place.text()}" if place is not None else ""
            lines.append(f"{thread.label()} begins {task.text()}{where}")
        records = StackBuilder(process).records(thread.gdb) if thread.gdb is not None else []
        own = next((record for record in records if not record.is_runtime), None)
        if own is not None:
            gdb.execute(f"with suppress-cli-notifications on -- frame level {own.level}", to_string=True)
            lines.append(gdb.execute("frame", to_string=True).rstrip())
        return lines
