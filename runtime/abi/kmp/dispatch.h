// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the entry points of dispatched loops share, for all four types of iteration variables.
#pragma once

#include <stdint.h>

#include "abi/kmp/ident.h"
#include "abi/kmp/static_loop.h"
#include "core/loop/next.h"

namespace limpid::abi {

// Core's form of the range: values modulo 2^64, the end one step beyond the last.
template <class T>
inline core::IterationSpace space_of(const core::InclusiveRange<T>& range) {
  const uint64_t trip = range.trip();
  const auto first = static_cast<uint64_t>(range.lower), step = static_cast<uint64_t>(int64_t{range.step});
  return {first, step, first + trip * step, trip};
}

template <class T>
[[gnu::always_inline]] inline void start_dispatch(core::Thread& self, int32_t schedule,
                                                  const core::InclusiveRange<T>& range, int64_t chunk) {
  const NamedSchedule named = decode_schedule(schedule);
  core::LoopRequest request;
  request.space = space_of(range);
  request.schedule = schedule_clause(named, chunk);
  request.ordered = named.ordered;
  core::leave_abandoned(self);
  if (core::doacross_is_announced(self)) [[unlikely]]
    core::start_announced_doacross(self, request);
  else
    core::start_loop(self, request);
}

// The program's variables get inclusive bounds. last is unchanged when nothing is left.
template <class T, class Step>
[[gnu::always_inline]] inline void give(const core::Thread& self, const core::Chunk& chunk, int32_t* last,
                                        T* lower, T* upper, Step* step) {
  const uint64_t by = self.member->workshares.current->space.step;
  *lower = static_cast<T>(chunk.begin);
  *upper = static_cast<T>(chunk.end - by);
  if (step != nullptr) *step = static_cast<Step>(by);
  if (last != nullptr) *last = chunk.last;
}

// The loop ends for a thread that gets no chunk: compilers need not report it.
template <class A, class T, class Step>
[[gnu::always_inline]] inline int32_t hand_out(core::Thread& self, core::Found found, int32_t* last, T* lower,
                                               T* upper, Step* step) {
  core::Chunk chunk;
  if (found == core::Found::unknown && core::next_chunk<A>(self, chunk)) {
    give(self, chunk, last, lower, upper, step);
    return 1;
  }
  core::leave_abandoned<A>(self);
  return 0;
}

// The body of the entry points, inlined into them: EntryScope notes the addresses of its function.
template <class T, class Step>
[[gnu::always_inline]] inline int32_t dispatch_next(int32_t* last, T* lower, T* upper, Step* step) {
  return core::with_observers([=]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::Chunk chunk;
    const core::Found found = core::next_chunk_at_once<A>(self, chunk, core::call_site());
    if (found == core::Found::chunk) [[likely]] {
      give(self, chunk, last, lower, upper, step);
      return int32_t{1};
    }
    core::EntryScope entry(self);
    return hand_out<A>(self, found, last, lower, upper, step);
  });
}

// The team's part of a distributed loop.
template <class T>
inline core::InclusiveRange<T> block_of_team(const core::Thread& self, const core::InclusiveRange<T>& range,
                                             int32_t* last) {
  core::StaticShare<T> share(range);
  if (share.trip != 0) take_share(share, teams_of(self), kDistribute, 0);
  if (last != nullptr) *last = share.last;
  return share.range;
}

}  // namespace limpid::abi
