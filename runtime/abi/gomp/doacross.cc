// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_doacross_*: loops with ordered(n) and depend(source) or depend(sink: vector), over both types.
#include "core/loop/doacross_quick.h"

#include <iterator>

#include "abi/gomp/loop_entry.h"

using namespace limpid;
using namespace limpid::abi;

namespace {

// The bodies of the entry points, inlined into them: EntryScope notes the addresses of its function.
template <class T>
[[gnu::always_inline]] inline void post(const T* numbers) {
  core::with_observers([numbers]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    if (core::alone_in_doacross<A>(self) || (!A::kEmits && core::post_quickly(self, numbers))) return;
    core::work_out_of_line([numbers](core::Thread& known) {
      const T* next = numbers;
      core::IterationVector source(known, static_cast<uint64_t>(*next));
      while (source.wants_more()) source.add(static_cast<uint64_t>(*++next));
      core::doacross_post<A>(known, source);
    });
  });
}

// GCC subtracts from the number of a 32-bit unsigned variable by adding modulo 2^32, and keeps the carry: i -
// 1 comes as 4294967296 more than it is. No vector outside the loop comes here, so a number beyond the count
// has that carry.
uint64_t without_carry(uint64_t number, uint64_t count) {
  return number < count ? number : number & UINT32_MAX;
}

// The arguments of a wait, as many as the loop has dimensions. The entry points name eight of them instead of asking for a
// list of any length: such a list is written to the stack first, and in a loop of one or two dimensions a wait often takes
// little more. What is named and was not passed is read by nobody.
template <class T>
struct Sink {
  T named[8];
  const T* stacked;  // what the caller has put on its stack
  T operator[](uint32_t index) const {
    return index < std::size(named) ? named[index] : stacked[index - platform::kRegisterArguments];
  }
};

template <class T>
[[gnu::noinline]] void wait_for_vector(core::Thread& self, const core::Workshare& loop, Sink<T> sink) {
  core::IterationVector iteration(self, without_carry(static_cast<uint64_t>(sink[0]), loop.space.trip));
  for (uint32_t index = 1; iteration.wants_more(); ++index)
    iteration.add(without_carry(static_cast<uint64_t>(sink[index]), iteration.next_count()));
  core::doacross_wait(self, iteration);
}

// The rest of the arguments is written to memory only where it is needed.
template <class T, class... Rest>
[[gnu::always_inline]] inline void wait(const T* stacked, T first, T second, Rest... rest) {
  core::with_observers([=]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    const auto outer = static_cast<uint64_t>(first);
    if (core::alone_in_doacross<A>(self) || core::is_silent(self, outer)) return;
    const core::Workshare* const loop = core::doacross_loop(self);
    if (loop == nullptr) return;
    if (loop->doacross.dimensions == 1) {
      const uint64_t number = without_carry(outer, loop->space.trip);
      if (number >= loop->space.trip) return;
      core::EntryScope entry(self);
      return core::doacross_wait(self, core::Iteration{number, 0});
    }
    if (!A::kEmits && core::source_was_seen(self, *loop, outer, static_cast<uint64_t>(second))) return;
    core::EntryScope entry(self);
    wait_for_vector(self, *loop, Sink<T>{{first, second, rest...}, stacked});
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

void GOMP_doacross_wait(long a, long b, long c, long d, long e, long f, long g, long h) {
  wait(static_cast<const long*>(platform::current_cfa()), a, b, c, d, e, f, g, h);
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

void GOMP_doacross_ull_wait(ull a, ull b, ull c, ull d, ull e, ull f, ull g, ull h) {
  wait(static_cast<const ull*>(platform::current_cfa()), a, b, c, d, e, f, g, h);
}
}
