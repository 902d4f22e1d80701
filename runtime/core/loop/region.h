// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What regions and barriers tell the worksharing room.
#pragma once

#include <optional>

#include "core/loop/workshare.h"
#include "events/events.h"

namespace limpid::core {

struct Member;
struct Team;
struct Thread;

// By the leader, after the team has its size and before any member starts and before any combined construct
// is prepared. Cheap. Copes with a previous region that was cancelled, or that had other members.
void begin_region_workshares(Team& team);

// By each member, when it starts its implicit task.
void begin_member_workshares(Member& member);

// By each member, at the entry of every barrier of its region and at the end of its implicit task (before the
// end events): ends the single and scope constructs whose end a GCC-built program does not tell. Idempotent
// for constructs; counts barriers.
void end_inlined_constructs(Thread& self);

// The same end for a tool that observes nothing of it any more, as its own end comes first: nothing changes for
// others.
std::optional<events::Work> end_of_inlined_construct(Thread& self);

// What a barrier is that the program calls without saying which (GOMP_barrier). Inside a worksharing
// construct no barrier of the program can stand (5.1, 2.20): the compiler put it there. Right after single it
// is taken for single's own; GCC expands single nowait and an explicit barrier to the same calls. Everything
// else is explicit.
events::SyncKind kind_of_barrier(const Thread& self);

// Before the memory of a team goes: gives its blocks back.
void release_workshares(Team& team);

}  // namespace limpid::core
