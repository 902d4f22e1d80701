// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel and cancellation point. Taskgroups are cancelled in core/task, regions and worksharing constructs
// here. Nothing here happens unless cancel-var is on.
//
// A worksharing construct that the runtime hands out carries a flag. One that the compiler divides itself
// (static schedules) has no descriptor: the team notes how many barriers the member had passed, and the note
// counts until the next barrier, which such a construct always ends with.
#pragma once

#include "core/icv/icv.h"
#include "events/events.h"

namespace limpid::core {

struct Thread;

// Without cancel-var there is nothing to look at.
inline bool cancellation_is_on() {
  return global_icvs().cancellation;
}

// The construct of the given kind is cancelled; the thread leaves it. False: cancellation is off, go on.
bool cancel_construct(Thread& self, events::CancelKind kind);

// Is the construct of the given kind cancelled? True: the thread leaves it.
bool at_cancellation_point(Thread& self, events::CancelKind kind);

// The same without consequences: the thread stays.
bool construct_is_cancelled(const Thread& self, events::CancelKind kind);

// The thread leaves its team's region, which is cancelled, and states it. Clang's code takes a thread that
// met cancel, or a cancellation point, through one barrier more on its way out: nothing is stated there.
void note_region_left(Thread& self);
bool has_left_region(const Thread& self);

}  // namespace limpid::core
