// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Worksharing loops as the entry points request them. Scheduling is over logical iteration numbers
// (iteration_space.h); only the values that are handed out are in the loop's own type.
#pragma once

#include <stdint.h>

#include "core/data/member.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "core/icv/icv.h"
#include "core/loop/iteration_space.h"

namespace limpid::core {

struct Team;

// The schedule clause.
struct ScheduleClause {
  ScheduleKind kind = ScheduleKind::kStatic;
  bool runtime = false;   // schedule(runtime): kind and chunk come from run-sched-var
  bool monotonic = true;  // false: chunks may be handed out in any order
  uint64_t chunk = 0;     // iterations; 0: not given
  // With runtime: iterations that the loop's code executes at a time (schedule(simd: runtime)). The chunk
  // size in run-sched-var is multiplied by it, and every chunk but the last is a multiple of it.
  uint64_t simd_width = 1;
};

// A worksharing loop, or the part of any worksharing construct that needs the team: reductions and shared
// memory.
struct LoopRequest {
  IterationSpace space;
  ScheduleClause schedule;
  bool ordered = false;      // ordered regions follow the iterations' order
  bool scheduled = true;     // false: the compiler divides the iterations
  bool takes_chunk = false;  // the thread takes its first chunk at once, by next_chunk()
  // Kind of the construct. loop_other: a loop, whose kind follows from its schedule.
  events::WorkKind work = events::WorkKind::loop_other;
  uint32_t dimensions = 0;  // doacross: number of dimensions
  uint32_t collapsed = 1;   // doacross: number of the program's loops collapsed into the first dimension
  // Doacross: the dimensions' trip counts, 8 bytes each, and then, if collapsed is more than 1, those of the
  // collapsed loops. Read during the call only.
  const void* counts = nullptr;
  uintptr_t* reductions = nullptr;  // task reductions of the construct (core/reduce), or null
  void** memory = nullptr;  // in: size in bytes; out: a zero-filled block that the team shares, or null
};

// Iterations handed to a thread: values [begin, end) in the loop's own type, modulo 2^64.
struct Chunk {
  uint64_t begin;
  uint64_t end;
  uint8_t last;  // 1: the loop's last iteration is in it; else 0
};

// The templates are built for events::Observed and events::Unobserved.

// The calling thread encounters the loop. Each thread of the team does so, with an equal request.
template <class A>
void start_loop(Thread& self, const LoopRequest& request);

inline void start_loop(Thread& self, const LoopRequest& request) {
  self.observers.are_absent() ? start_loop<events::Unobserved>(self, request)
                              : start_loop<events::Observed>(self, request);
}

// The same, without the work-begin event.
Workshare& join_construct(Thread& self, const LoopRequest& request);

// The next chunk for the calling thread. False: nothing left. After it the thread ends the loop.
template <class A>
bool next_chunk(Thread& self, Chunk& chunk);

// The thread leaves the loop. before_barrier: it enters the construct's barrier next
// (core/barrier/workshare_end.h).
template <class A>
void leave_loop(Thread& self, bool before_barrier);

// The end of a loop with nowait.
template <class A>
inline void end_loop_nowait(Thread& self) {
  leave_loop<A>(self, false);
}

inline void end_loop_nowait(Thread& self) {
  self.observers.are_absent() ? end_loop_nowait<events::Unobserved>(self)
                              : end_loop_nowait<events::Observed>(self);
}

// Leaves a construct that the program left without a call, as it may after cancellation.
template <class A>
inline void leave_abandoned(Thread& self) {
  if (self.member->workshares.current != nullptr) end_loop_nowait<A>(self);
}

inline void leave_abandoned(Thread& self) {
  if (self.member->workshares.current != nullptr) end_loop_nowait(self);
}

// For combined parallel loops, on the leader before the team runs: the loop is ready when the members ask for
// their first chunk.
void prepare_loop(Thread& leader, Team& team, const LoopRequest& request);

// Fills in a construct for a team. Uses the ICVs of self's current task.
void set_up_loop(Thread& self, Team& team, Workshare& loop, const LoopRequest& request);

}  // namespace limpid::core
