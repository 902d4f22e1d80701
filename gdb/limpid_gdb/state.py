# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The states of OMPT (ompt_state_t) in words."""

LOCK, CRITICAL, ATOMIC, ORDERED, MUTEX = 0x41, 0x42, 0x43, 0x44, 0x40
TASKWAIT, TASKGROUP, IDLE, OVERHEAD = 0x20, 0x21, 0x100, 0x101
END_OF_REGION, END_OF_TEAMS = 0x11, 0x16
TARGET, TARGET_MAP, TARGET_UPDATE = 0x80, 0x81, 0x82
_BARRIERS = range(0x10, 0x17)

_TEXTS = {
    0x000: "works (serial)",
    0x001: "works",
    0x002: "works (reduction)",
    0x010: "waits at a barrier",
    0x011: "waits at the end of the region",
    0x012: "waits at the end of a worksharing construct",
    0x013: "waits at an implicit barrier",
    0x014: "waits at an explicit barrier",
    0x015: "waits at a barrier of the runtime",
    0x016: "waits at the end of teams",
    TASKWAIT: "waits in taskwait",
    TASKGROUP: "waits at the end of a taskgroup",
    MUTEX: "waits for a mutex",
    LOCK: "waits for a lock",
    CRITICAL: "waits for a critical section",
    ATOMIC: "waits for an atomic section",
    ORDERED: "waits for its turn (ordered)",
    TARGET: "waits for a target region",
    TARGET_MAP: "waits for a target data mapping",
    TARGET_UPDATE: "waits for a target update",
    IDLE: "idle",
    OVERHEAD: "in the runtime",
    0x102: "unknown",
}

_MUTEXES = {MUTEX: "mutex", LOCK: "lock", CRITICAL: "critical section", ATOMIC: "atomic section"}


def text(state):
    return _TEXTS.get(state, f"state {state:#x}")


def is_barrier(state):
    return state in _BARRIERS


def is_inner_barrier(state):
    """At a barrier inside a region, not at the region's end: the two never meet."""
    return is_barrier(state) and not is_end(state)


def is_end(state):
    return state in (END_OF_REGION, END_OF_TEAMS)


def is_for_device(state):
    return state in (TARGET, TARGET_MAP, TARGET_UPDATE)


def works(state):
    return state in (0, 1)


def mutex_kind(state):
    """What kind of thing with a holder the state waits for; None: nothing of that kind."""
    return _MUTEXES.get(state)
