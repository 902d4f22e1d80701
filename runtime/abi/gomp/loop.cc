// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_loop_*: worksharing loops over long.
#include "abi/gomp/loop_entry.h"
#include "core/barrier/workshare_end.h"

using namespace limpid;
using namespace limpid::abi;

extern "C" {

bool GOMP_loop_static_start(long first, long end, long step, long chunk, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(first, end, step), static_clause(chunk), begin_out, end_out);
}

bool GOMP_loop_dynamic_start(long first, long end, long step, long chunk, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_dynamic(self, {core::space_of(first, end, step), decode_chunk(chunk), kMonotonic}, begin_out,
                       end_out);
}

bool GOMP_loop_guided_start(long first, long end, long step, long chunk, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(first, end, step), guided_clause(chunk, kMonotonic), begin_out, end_out);
}

bool GOMP_loop_runtime_start(long first, long end, long step, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(first, end, step), runtime_clause(kMonotonic), begin_out, end_out);
}

bool GOMP_loop_nonmonotonic_dynamic_start(long first, long end, long step, long chunk, long* begin_out,
                                          long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_dynamic(self, {core::space_of(first, end, step), decode_chunk(chunk), kNonmonotonic},
                       begin_out, end_out);
}

bool GOMP_loop_nonmonotonic_guided_start(long first, long end, long step, long chunk, long* begin_out,
                                         long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(first, end, step), guided_clause(chunk, kNonmonotonic), begin_out,
               end_out);
}

bool GOMP_loop_nonmonotonic_runtime_start(long first, long end, long step, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(first, end, step), runtime_clause(kNonmonotonic), begin_out, end_out);
}

bool GOMP_loop_maybe_nonmonotonic_runtime_start(long first, long end, long step, long* begin_out,
                                                long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(first, end, step), runtime_clause(kNonmonotonic), begin_out, end_out);
}

bool GOMP_loop_ordered_static_start(long first, long end, long step, long chunk, long* begin_out,
                                    long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(first, end, step), static_clause(chunk), begin_out, end_out);
}

bool GOMP_loop_ordered_dynamic_start(long first, long end, long step, long chunk, long* begin_out,
                                     long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(first, end, step), dynamic_clause(chunk, kMonotonic), begin_out,
                       end_out);
}

bool GOMP_loop_ordered_guided_start(long first, long end, long step, long chunk, long* begin_out,
                                    long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(first, end, step), guided_clause(chunk, kMonotonic), begin_out,
                       end_out);
}

bool GOMP_loop_ordered_runtime_start(long first, long end, long step, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(first, end, step), runtime_clause(kMonotonic), begin_out,
                       end_out);
}

bool GOMP_loop_start(long first, long end, long step, long sched, long chunk, long* begin_out, long* end_out,
                     uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::LoopRequest request;
  request.space = core::space_of(first, end, step);
  request.schedule = decode_schedule(sched, chunk);
  request.ordered = false;
  request.reductions = reductions;
  request.memory = memory;
  return start_general(self, request, begin_out, end_out);
}

bool GOMP_loop_ordered_start(long first, long end, long step, long sched, long chunk, long* begin_out,
                             long* end_out, uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::LoopRequest request;
  request.space = core::space_of(first, end, step);
  request.schedule = decode_schedule(sched, chunk);
  request.ordered = true;
  request.reductions = reductions;
  request.memory = memory;
  return start_general(self, request, begin_out, end_out);
}

// A construct knows its schedule: all entry points that hand out the next chunk are one function.
bool GOMP_loop_static_next(long* begin_out, long* end_out) {
  return next(begin_out, end_out);
}

bool GOMP_loop_dynamic_next(long* begin_out, long* end_out) __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_guided_next(long* begin_out, long* end_out) __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_runtime_next(long* begin_out, long* end_out) __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_nonmonotonic_dynamic_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_nonmonotonic_guided_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_nonmonotonic_runtime_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_maybe_nonmonotonic_runtime_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_ordered_static_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_ordered_dynamic_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_ordered_guided_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));
bool GOMP_loop_ordered_runtime_next(long* begin_out, long* end_out)
    __attribute__((alias("GOMP_loop_static_next")));

void GOMP_loop_end() {
  core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    core::end_loop<A>(self);
  });
}

void GOMP_loop_end_nowait() {
  core::Thread& self = *core::t_self;
  if (self.observers.are_absent() && core::leave_at_once(self)) [[likely]]
    return;
  core::work_out_of_line([](core::Thread& late) { core::end_loop_nowait(late); });
}

bool GOMP_loop_end_cancel() {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return core::end_loop_cancellable(self);
}
}
