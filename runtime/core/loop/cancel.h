// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel and cancellation point. Taskgroups are cancelled in core/task, regions and worksharing constructs
// here. Nothing here happens unless cancel-var is on.
//
// A worksharing construct that the runtime hands out has a flag. A construct that the compiler divides itself
// (static schedules) has no descriptor: the team records how many barriers the member had passed. The record
// is valid until the next barrier, which such a construct always ends with.
#pragma once

#include "core/icv/environment.h"
#include "events/events.h"

namespace limpid::core {

struct Thread;

// Without cancel-var no flag need be checked. A load: programs with cancellation points in their inner loops
// run without cancellation as well.
inline bool cancellation_is_on() {
  return g_environment.global.cancellation;
}

// Cancels the construct of the given kind; the thread leaves it. False: the thread goes on.
bool cancel_construct(Thread& self, events::CancelKind kind);

// Is the construct of the given kind cancelled? True: the thread leaves it.
bool at_cancellation_point(Thread& self, events::CancelKind kind);

// The same test, without an event: the thread stays in the construct.
bool construct_is_cancelled(const Thread& self, events::CancelKind kind);

// The thread leaves its team's cancelled region, and the event is emitted. In Clang's code a thread that
// reached cancel or a cancellation point passes one more barrier on its way out: no event is emitted there.
void note_region_left(Thread& self);
bool has_left_region(const Thread& self);

}  // namespace limpid::core
