// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the entry points of static loops share, for all four types of iteration variables.
// Without an observer and without doacross they only compute, from what the thread itself knows.
#pragma once

#include <stdint.h>

#include "abi/kmp/ident.h"
#include "abi/kmp/schedule.h"
#include "core/data/entry.h"
#include "core/data/team.h"
#include "core/loop/doacross_bounds.h"
#include "core/loop/inclusive_range.h"
#include "core/loop/inlined.h"
#include "core/loop/static_work.h"

namespace limpid::abi {

// The threads or teams that share the iterations.
struct Sharers {
  uint32_t index;
  uint32_t count;
};

inline Sharers threads_of(const core::Thread& self) {
  return {self.index, self.team_size};
}
inline Sharers teams_of(const core::Thread& self) {
  return {self.team->league.team_number, self.team->league.size};
}

inline bool is_distribute(int32_t number) {
  return number == kDistribute || number == kDistributeChunked;
}

// Gives a taker its part of a loop that is not empty.
template <class T>
inline void take_share(core::StaticShare<T>& share, Sharers takers, int32_t number, int64_t chunk) {
  using Number = typename core::StaticShare<T>::Number;
  const auto index = static_cast<Number>(takers.index), count = static_cast<Number>(takers.count);
  const Number size = chunk > 0 ? static_cast<Number>(chunk) : 1;
  switch (number) {
    case kStaticChunked:
    case kDistributeChunked:
      return share.take_chunks(index, count, size);
    case kStaticBalancedChunked:
      return share.take_rounded_block(index, count, size);
    default:
      return share.take_block(index, count);
  }
}

// The program's variables: they describe the loop, and get the thread's part of it.
template <class T>
struct StaticLoop {
  using Step = typename core::InclusiveRange<T>::Step;

  int32_t schedule;
  int32_t* last;  // may be null
  T* lower;
  T* upper;
  Step* stride;
  Step step;
  Step chunk;
};

// Returns the share, for the events.
template <class T>
[[gnu::always_inline]] inline core::StaticShare<T> share_loop(Sharers takers, int32_t number,
                                                              const StaticLoop<T>& loop) {
  using Step = typename core::InclusiveRange<T>::Step;
  using Number = typename core::InclusiveRange<T>::Number;
  core::StaticShare<T> share({*loop.lower, *loop.upper, loop.step});
  if (share.trip != 0) [[likely]] {
    take_share(share, takers, number, loop.chunk);
    *loop.lower = share.range.lower;
    *loop.upper = share.range.upper;
    *loop.stride = static_cast<Step>(share.stride * static_cast<Number>(loop.step));
  } else {
    *loop.stride = loop.step;  // the bounds stay as they are: empty
  }
  if (loop.last != nullptr) *loop.last = share.last;
  return share;
}

inline events::WorkKind work_kind(const Ident* where, int32_t number) {
  const int32_t flags = where != nullptr ? where->flags : 0;
  if (is_distribute(number) || (flags & kIdentWorkDistribute)) return events::WorkKind::distribute;
  return flags & kIdentWorkSections ? events::WorkKind::sections : events::WorkKind::loop_static;
}

// The entry point needs an EntryScope: an event is to be emitted, or the loop to be set up for the team.
inline bool needs_entry_scope(const core::Thread& self) {
  return core::static_work_observed<events::Observed>() || core::doacross_is_announced(self);
}

template <class T>
[[gnu::noinline]] void emit_or_set_up(core::Thread& self, events::WorkKind kind, int32_t number,
                                      int64_t chunk, const core::StaticShare<T>& share) {
  const bool any = !(share.first == share.trip);
  const core::StaticWork work{kind, share.trip, share.first, any ? share.chunk : 0, share.stride};
  if (core::doacross_is_announced(self)) {
    core::LoopRequest request;
    request.space = {0, 1, share.trip, share.trip};
    request.schedule = schedule_clause({number, false, true}, chunk);
    core::start_announced_doacross(self, request);
    core::emit_static_chunks(self, work);
    return;
  }
  core::begin_static_work(self, work);
}

}  // namespace limpid::abi
