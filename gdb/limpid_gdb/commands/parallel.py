# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from .command import OmpCommand, plural


class Parallel(OmpCommand):
    """Print the parallel regions and leagues that are open, nested as they are, with where each was created.

Usage: omp parallel"""

    name = "parallel"

    def answer(self, process, _argument):
        regions, inside, members = {}, {}, {}
        for thread in process.threads():
            region = thread.region()
            if region is not None:
                members.setdefault(region.id, []).append(thread)
            while region is not None and region.id and region.id not in regions:
                regions[region.id] = region
                around = region.enclosing()
                inside.setdefault(around.id if around is not None else 0, []).append(region)
                region = around
        if not regions:
            return ["No parallel region is open."]
        lines, work = [], [(region, 0) for region in _from_last(inside.get(0, []))]
        while work:
            region, depth = work.pop()
            lines.append("  " * depth + _text(region, members.get(region.id, [])))
            work += [(inner, depth + 1) for inner in _from_last(inside.get(region.id, []))]
        return lines


def _from_last(regions):
    return sorted(regions, key=lambda region: -region.id)


def _text(region, members):
    info = region.info
    size = plural(info.league_size, "team") if info.is_league else plural(info.threads, "thread")
    if not info.is_league and info.requested not in (0, info.threads):
        size += f" ({info.requested} requested)"
    place = region.place()
    where = f", created at {place.text()}" if place is not None else ""
    now = f"; now in it: {', '.join(thread.label() for thread in members)}" if members else ""
    return f"{region.text()}: {size}{where}{now}"
