// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of regions, barriers and teams into the worksharing code.
#pragma once

#include <optional>

#include "core/data/workshare.h"
#include "events/events.h"

namespace limpid::core {

struct Member;
struct Team;
struct Thread;

// Called by the leader, after the team has its size, before any member starts and before any combined
// construct is prepared. Cheap. The previous region may have been cancelled or had other members.
void begin_region_workshares(Team& team);

// Called by each member when it starts its implicit task.
void begin_member_workshares(Member& member);

// Called by each member at the entry of every barrier of its region and at the end of its implicit task
// (before the end events): ends the single and scope constructs whose end a GCC-built program does not
// report. Idempotent for constructs; counts barriers.
void end_inlined_constructs(Thread& self);

// The end event of such a construct, for a tool that ends before the construct does. Changes nothing: other
// observers still receive the end later.
std::optional<events::Work> end_of_inlined_construct(Thread& self);

// The kind of a barrier that the program calls without its kind (GOMP_barrier). A program may not place a
// barrier inside a worksharing construct (5.1, 2.20), so the compiler put it there. Right after single it
// counts as single's own; GCC expands single nowait and an explicit barrier to the same calls. Every other
// barrier is explicit.
events::SyncKind kind_of_barrier(const Thread& self);

// Unmaps the constructs' blocks, before the memory of the team is freed.
void release_workshares(Team& team);

}  // namespace limpid::core
