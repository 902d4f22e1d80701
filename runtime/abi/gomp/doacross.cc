// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_doacross_*: loops with ordered(n) and depend(source) or depend(sink: vector), over both types.
#include "core/loop/doacross.h"

#include <stdarg.h>

#include "abi/gomp/loop_entry.h"

using namespace limpid;
using namespace limpid::abi;

namespace {

// The bodies of the entry points, inlined into them: EntryScope notes the addresses of its function.
template <class T>
[[gnu::always_inline]] inline void post(const T* numbers) {
  core::with_observers([numbers]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::alone_in_doacross<A>(self)) return;
    core::EntryScope entry(self);
    const T* next = numbers;
    core::IterationVector source(self, static_cast<uint64_t>(*next));
    while (source.wants_more()) source.add(static_cast<uint64_t>(*++next));
    core::doacross_post<A>(self, source);
  });
}

// GCC subtracts from the number of a 32-bit unsigned variable by adding modulo 2^32, and keeps the carry: i -
// 1 comes as 4294967296 more than it is. No vector outside the loop comes here, so a number beyond the count
// has that carry.
uint64_t without_carry(uint64_t number, uint64_t count) {
  return number < count ? number : number & UINT32_MAX;
}

// The number of arguments is the loop's number of dimensions.
template <class T>
[[gnu::always_inline]] inline core::IterationVector sink_of(core::Thread& self, const core::Workshare& loop,
                                                            T outer, va_list& more) {
  core::IterationVector iteration(self, without_carry(static_cast<uint64_t>(outer), loop.space.trip));
  while (iteration.wants_more())
    iteration.add(without_carry(static_cast<uint64_t>(va_arg(more, T)), iteration.next_count()));
  return iteration;
}

template <class T>
[[gnu::always_inline]] inline void wait(T outer, va_list& more) {
  core::with_observers([ outer, &more ]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::alone_in_doacross<A>(self) || core::is_silent(self, static_cast<uint64_t>(outer))) return;
    core::EntryScope entry(self);
    const core::Workshare* const loop = core::doacross_loop(self);
    if (loop != nullptr) core::doacross_wait(self, sink_of(self, *loop, outer, more));
  });
}

}  // namespace

extern "C" {

bool GOMP_loop_doacross_static_start(unsigned dimensions, long* counts, long chunk, long* begin_out,
                                     long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, static_clause(chunk), begin_out, end_out);
}

bool GOMP_loop_doacross_dynamic_start(unsigned dimensions, long* counts, long chunk, long* begin_out,
                                      long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, dynamic_clause(chunk, kMonotonic), begin_out, end_out);
}

bool GOMP_loop_doacross_guided_start(unsigned dimensions, long* counts, long chunk, long* begin_out,
                                     long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, guided_clause(chunk, kMonotonic), begin_out, end_out);
}

bool GOMP_loop_doacross_runtime_start(unsigned dimensions, long* counts, long* begin_out, long* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, runtime_clause(kMonotonic), begin_out, end_out);
}

bool GOMP_loop_doacross_start(unsigned dimensions, long* counts, long sched, long chunk, long* begin_out,
                              long* end_out, uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::LoopRequest request = doacross_request(dimensions, counts, decode_schedule(sched, chunk));
  request.reductions = reductions;
  request.memory = memory;
  return start_general(self, request, begin_out, end_out);
}

void GOMP_doacross_post(long* numbers) {
  post(numbers);
}

void GOMP_doacross_wait(long outer, ...) {
  va_list more;
  va_start(more, outer);
  wait(outer, more);
  va_end(more);
}

bool GOMP_loop_ull_doacross_static_start(unsigned dimensions, ull* counts, ull chunk, ull* begin_out,
                                         ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, static_clause(chunk), begin_out, end_out);
}

bool GOMP_loop_ull_doacross_dynamic_start(unsigned dimensions, ull* counts, ull chunk, ull* begin_out,
                                          ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, dynamic_clause(chunk, kMonotonic), begin_out, end_out);
}

bool GOMP_loop_ull_doacross_guided_start(unsigned dimensions, ull* counts, ull chunk, ull* begin_out,
                                         ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, guided_clause(chunk, kMonotonic), begin_out, end_out);
}

bool GOMP_loop_ull_doacross_runtime_start(unsigned dimensions, ull* counts, ull* begin_out, ull* end_out) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  return start_doacross(self, dimensions, counts, runtime_clause(kMonotonic), begin_out, end_out);
}

bool GOMP_loop_ull_doacross_start(unsigned dimensions, ull* counts, long sched, ull chunk, ull* begin_out,
                                  ull* end_out, uintptr_t* reductions, void** memory) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::LoopRequest request = doacross_request(dimensions, counts, decode_schedule(sched, chunk));
  request.reductions = reductions;
  request.memory = memory;
  return start_general(self, request, begin_out, end_out);
}

void GOMP_doacross_ull_post(ull* numbers) {
  post(numbers);
}

void GOMP_doacross_ull_wait(ull outer, ...) {
  va_list more;
  va_start(more, outer);
  wait(outer, more);
  va_end(more);
}
}
