# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cycles of threads that wait for each other."""


def cycles(threads, causes):
    """Every cycle once, as a list of threads each of which waits for the next one, the last for the first.

    A thread at a barrier or in a taskwait waits for all of its causes, so one cycle is enough to stop it for
    good. Of the cycles that share a thread only the first found is told: solving it is the next thing to do
    anyway.
    """
    finished, found = set(), []
    for start in threads:
        path, position = [], {}
        stack = [(start, iter(causes(start)))] if start.number not in finished else []
        if stack:
            path.append(start)
            position[start.number] = 0
        while stack:
            thread, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                stack.pop()
                path.pop()
                del position[thread.number]
                finished.add(thread.number)
            elif following.number in position:
                cycle = path[position[following.number] :]
                told = {thread.number for known in found for thread in known}
                if not any(thread.number in told for thread in cycle):
                    found.append(cycle)
            elif following.number not in finished:
                position[following.number] = len(path)
                path.append(following)
                stack.append((following, iter(causes(following))))
    return found
