// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_loop_ull_*: worksharing loops over unsigned long long; up says whether the loop counts up.
#include "abi/gomp/loop_entry.h"

using namespace limpid;
using namespace limpid::abi;

extern "C" {

bool GOMP_loop_ull_static_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(up, first, end, step), static_clause(chunk), begin_out, end_out);
}

bool GOMP_loop_ull_dynamic_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                 ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_dynamic(self, {core::space_of(up, first, end, step), decode_chunk(chunk), kMonotonic},
                       begin_out, end_out);
}

bool GOMP_loop_ull_guided_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(up, first, end, step), guided_clause(chunk, kMonotonic), begin_out,
               end_out);
}

bool GOMP_loop_ull_runtime_start(bool up, ull first, ull end, ull step, ull* begin_out, ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(up, first, end, step), runtime_clause(kMonotonic), begin_out, end_out);
}

bool GOMP_loop_ull_nonmonotonic_dynamic_start(bool up, ull first, ull end, ull step, ull chunk,
                                              ull* begin_out, ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_dynamic(self, {core::space_of(up, first, end, step), decode_chunk(chunk), kNonmonotonic},
                       begin_out, end_out);
}

bool GOMP_loop_ull_nonmonotonic_guided_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                             ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(up, first, end, step), guided_clause(chunk, kNonmonotonic), begin_out,
               end_out);
}

bool GOMP_loop_ull_nonmonotonic_runtime_start(bool up, ull first, ull end, ull step, ull* begin_out,
                                              ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(up, first, end, step), runtime_clause(kNonmonotonic), begin_out, end_out);
}

bool GOMP_loop_ull_maybe_nonmonotonic_runtime_start(bool up, ull first, ull end, ull step, ull* begin_out,
                                                    ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start(self, core::space_of(up, first, end, step), runtime_clause(kNonmonotonic), begin_out, end_out);
}

bool GOMP_loop_ull_ordered_static_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                        ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(up, first, end, step), static_clause(chunk), begin_out, end_out);
}

bool GOMP_loop_ull_ordered_dynamic_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                         ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(up, first, end, step), dynamic_clause(chunk, kMonotonic),
                       begin_out, end_out);
}

bool GOMP_loop_ull_ordered_guided_start(bool up, ull first, ull end, ull step, ull chunk, ull* begin_out,
                                        ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(up, first, end, step), guided_clause(chunk, kMonotonic),
                       begin_out, end_out);
}

bool GOMP_loop_ull_ordered_runtime_start(bool up, ull first, ull end, ull step, ull* begin_out,
                                         ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_ordered(self, core::space_of(up, first, end, step), runtime_clause(kMonotonic), begin_out,
                       end_out);
}

bool GOMP_loop_ull_start(bool up, ull first, ull end, ull step, long sched, ull chunk, ull* begin_out,
                         ull* end_out, uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::LoopRequest request;
  request.space = core::space_of(up, first, end, step);
  request.schedule = decode_schedule(sched, chunk);
  request.ordered = false;
  request.reductions = reductions;
  request.memory = memory;
  return start_general(self, request, begin_out, end_out);
}

bool GOMP_loop_ull_ordered_start(bool up, ull first, ull end, ull step, long sched, ull chunk, ull* begin_out,
                                 ull* end_out, uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::LoopRequest request;
  request.space = core::space_of(up, first, end, step);
  request.schedule = decode_schedule(sched, chunk);
  request.ordered = true;
  request.reductions = reductions;
  request.memory = memory;
  return start_general(self, request, begin_out, end_out);
}

// A construct knows its schedule: all entry points that hand out the next chunk are one function.
bool GOMP_loop_ull_static_next(ull* begin_out, ull* end_out) {
  return next(begin_out, end_out);
}

bool GOMP_loop_ull_dynamic_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_guided_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_runtime_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_nonmonotonic_dynamic_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_nonmonotonic_guided_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_nonmonotonic_runtime_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_maybe_nonmonotonic_runtime_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_ordered_static_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_ordered_dynamic_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_ordered_guided_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
bool GOMP_loop_ull_ordered_runtime_next(ull* begin_out, ull* end_out)
    __attribute__((alias("GOMP_loop_ull_static_next")));
}
