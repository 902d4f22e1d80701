// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What GCC's loop entry points have in common, for both types of their iteration variables.
#pragma once

#include <stdint.h>

#include "core/data/entry.h"
#include "core/loop/dynamic_start.h"
#include "core/loop/loop.h"
#include "core/loop/next.h"

namespace limpid::abi {

using ull = unsigned long long;

// Chunk sizes come as the program wrote them; a size below 1 counts as no size.
constexpr uint64_t decode_chunk(long chunk) {
  return chunk > 0 ? static_cast<uint64_t>(chunk) : 0;
}
constexpr uint64_t decode_chunk(ull chunk) {
  return chunk;
}

template <class T>
constexpr core::ScheduleClause static_clause(T chunk) {
  return {core::ScheduleKind::kStatic, false, true, decode_chunk(chunk)};
}
template <class T>
constexpr core::ScheduleClause dynamic_clause(T chunk, bool monotonic) {
  return {core::ScheduleKind::kDynamic, false, monotonic, decode_chunk(chunk)};
}
template <class T>
constexpr core::ScheduleClause guided_clause(T chunk, bool monotonic) {
  return {core::ScheduleKind::kGuided, false, monotonic, decode_chunk(chunk)};
}
constexpr core::ScheduleClause runtime_clause(bool monotonic) {
  return {core::ScheduleKind::kStatic, true, monotonic, 0};
}

// The sched argument of GOMP_loop_start and similar entry points: kind in the low bits, monotonic in bit 31.
template <class T>
constexpr core::ScheduleClause decode_schedule(long sched, T chunk) {
  constexpr long kMonotonic = 1L << 31;
  bool monotonic = sched & kMonotonic;
  switch (sched & ~kMonotonic) {
    case 1:
      return static_clause(chunk);
    case 2:
      return dynamic_clause(chunk, monotonic);
    case 3:
      return guided_clause(chunk, monotonic);
    default:
      return runtime_clause(monotonic);  // 0: no modifier, 4: nonmonotonic
  }
}

constexpr bool kMonotonic = true;
constexpr bool kNonmonotonic = false;

template <class T>
[[gnu::always_inline]] inline void give(const core::Chunk& chunk, T* begin, T* end) {
  *begin = static_cast<T>(chunk.begin);
  *end = static_cast<T>(chunk.end);
}

template <class A, class T>
[[gnu::always_inline]] inline bool hand_out(core::Thread& self, T* begin, T* end) {
  core::Chunk chunk;
  if (!core::next_chunk<A>(self, chunk)) return false;
  give(chunk, begin, end);
  return true;
}

template <class A, class T>
bool next_of_any_loop(core::Thread& self, T* begin, T* end, const core::CallSite& site) {
  core::Chunk chunk;
  const core::Found found = core::next_chunk_at_once<A>(self, chunk, site);
  if (found == core::Found::unknown) [[unlikely]] {
    core::EntryScope entry(self, site);
    return hand_out<A>(self, begin, end);
  }
  if (found == core::Found::chunk) give(chunk, begin, end);
  return found == core::Found::chunk;
}

// Not inlined, so that the entry point saves no registers for it.
template <class T>
[[gnu::noinline]] bool next_of_any_loop(T* begin, T* end, core::CallSite site) {
  return core::with_observers([&]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    return next_of_any_loop<A>(self, begin, end, site);
  });
}

// A jump away from the entry point: in one function with the other paths it would make them save registers.
template <class T>
[[gnu::noinline]] bool next_own_turn(const core::Thread& self, T* begin, T* end) {
  core::Chunk chunk;
  if (!core::next_own_turn(self, chunk)) return false;
  give(chunk, begin, end);
  return true;
}

// The body of the entry points that hand out the next chunk, inlined into them.
template <class T>
[[gnu::always_inline]] inline bool next(T* begin, T* end) {
  const core::Thread& self = *core::t_self;
  core::Chunk chunk;
  core::Found found = core::Found::unknown;
  if (self.observers.are_absent()) [[likely]] {
    found = core::next_counted_chunk(self, chunk);
    if (found == core::Found::unknown) {
      if (core::is_in_turns(self)) return next_own_turn(self, begin, end);
      if (core::next_of_own_range(self, chunk)) found = core::Found::chunk;
    }
  }
  if (found == core::Found::unknown) {
    const platform::KeepsFrame frame;
    return next_of_any_loop(begin, end, core::call_site());
  }
  if (found == core::Found::chunk) give(chunk, begin, end);
  return found == core::Found::chunk;
}

template <class A, class T>
inline bool start_for(core::Thread& self, const core::LoopRequest& request, T* begin, T* end) {
  core::start_loop<A>(self, request);
  return begin == nullptr || hand_out<A>(self, begin, end);
}

// begin is null when the compiler divides the iterations.
template <class T>
inline bool start_and_hand_out(core::Thread& self, const core::LoopRequest& request, T* begin, T* end) {
  return self.observers.are_absent() ? start_for<events::Unobserved>(self, request, begin, end)
                                     : start_for<events::Observed>(self, request, begin, end);
}

template <class T>
inline bool start(core::Thread& self, const core::IterationSpace& space, const core::ScheduleClause& schedule,
                  T* begin, T* end) {
  core::LoopRequest request;
  request.space = space;
  request.schedule = schedule;
  request.takes_chunk = true;
  return start_and_hand_out(self, request, begin, end);
}

template <class T>
[[gnu::noinline]] bool start_of_any_dynamic(core::Thread& self, const core::DynamicLoop& loop, T* begin,
                                            T* end) {
  const core::ScheduleClause schedule = {core::ScheduleKind::kDynamic, false, loop.monotonic, loop.chunk};
  return start(self, loop.space, schedule, begin, end);
}

template <class T>
[[gnu::always_inline]] inline bool start_dynamic(core::Thread& self, const core::DynamicLoop& loop, T* begin,
                                                 T* end) {
  if (!self.observers.are_absent() || self.team_size == 1) [[unlikely]]
    return start_of_any_dynamic(self, loop, begin, end);
  core::Chunk chunk;
  const core::Found found = core::start_dynamic(self, loop, chunk);
  if (found == core::Found::unknown) return hand_out<events::Unobserved>(self, begin, end);
  if (found == core::Found::chunk) give(chunk, begin, end);
  return found == core::Found::chunk;
}

template <class T>
inline bool start_ordered(core::Thread& self, const core::IterationSpace& space,
                          const core::ScheduleClause& schedule, T* begin, T* end) {
  core::LoopRequest request;
  request.space = space;
  request.schedule = schedule;
  request.ordered = true;
  return start_and_hand_out(self, request, begin, end);
}

// The general entry points: begin is null when the compiler divides the iterations itself and only wants
// reductions or shared memory. The number of iterations is then unknown: the bounds are placeholders.
template <class T>
inline bool start_general(core::Thread& self, core::LoopRequest& request, T* begin, T* end) {
  request.scheduled = begin != nullptr;
  if (!request.scheduled) request.space = {};
  return start_and_hand_out(self, request, begin, end);
}

// Doacross loops run over 0 .. counts[0]; counts has one trip count per dimension and is not read after the
// call.
template <class T>
inline core::LoopRequest doacross_request(unsigned dimensions, const T* counts,
                                          const core::ScheduleClause& schedule) {
  core::LoopRequest request;
  uint64_t trip = static_cast<uint64_t>(counts[0]);
  request.space = {0, 1, trip, trip};
  request.schedule = schedule;
  request.dimensions = dimensions;
  request.counts = counts;
  return request;
}

template <class T>
inline bool start_doacross(core::Thread& self, unsigned dimensions, const T* counts,
                           const core::ScheduleClause& schedule, T* begin, T* end) {
  return start_and_hand_out(self, doacross_request(dimensions, counts, schedule), begin, end);
}

}  // namespace limpid::abi
