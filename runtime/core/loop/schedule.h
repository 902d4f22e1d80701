// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/loop/loop.h"
#include "core/loop/workshare.h"

namespace limpid::core {

struct Team;
struct Thread;

// Chooses how the chunks of a loop are handed out to the team and fills in everything about them. loop.space
// is set. The ICVs of self's current task count.
void set_up_schedule(Thread& self, const Team& team, Workshare& loop, const LoopRequest& request);

// A member begins with a loop: where it stands before its first chunk.
void begin_chunks(Thread& self, const Workshare& loop);

// Takes the thread's next chunk: cursor.begin and end in logical numbers. False: nothing left.
bool take_chunk(Thread& self, Workshare& loop, WorkshareCursor& cursor);

}  // namespace limpid::core
