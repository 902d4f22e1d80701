// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The frequent cases of a doacross loop of one or two dimensions, for entry points to inline: a sink whose source this
// thread has seen already, and a source at which no thread sleeps. They neither wait nor emit, and an observer must not
// be there.
#pragma once

#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/loop/doacross.h"
#include "platform/process_fence.h"

namespace limpid::core {

// The linear number of an iteration within its unit. second: its number in the second dimension, if there is one. Of a
// vector outside the loop it is any number: a sink there is no dependence, so it makes no difference whether it was seen.
inline uint64_t number_in(const DoacrossUnit& unit, const Doacross& doacross, uint64_t outer,
                          uint64_t second) {
  return (outer - unit.begin) * doacross.inner + (doacross.dimensions == 2 ? second : 0);
}

// The source of that iteration was seen when this thread waited last.
[[gnu::always_inline]] inline bool source_was_seen(const Thread& self, const Workshare& loop, uint64_t outer,
                                                   uint64_t second) {
  const DoacrossUnit& unit = self.member->workshares.doacross.sink_unit;
  if (!unit.has(outer) || loop.doacross.dimensions > 2) return false;
  return unit.seen > number_in(unit, loop.doacross, outer, second);
}

// doacross_post() of an iteration in the unit to which this thread posted last. False: nothing was done.
template <class T>
[[gnu::always_inline]] inline bool post_quickly(const Thread& self, const T* numbers) {
  const DoacrossUnit& unit = self.member->workshares.doacross.own_unit;
  const Workshare* const loop = doacross_loop(self);
  const auto outer = static_cast<uint64_t>(numbers[0]);
  if (loop == nullptr || !unit.has(outer) || loop->doacross.dimensions > 2) return false;
  if (!sync::has_process_fence()) return false;
  const uint64_t second = loop->doacross.dimensions == 2 ? static_cast<uint64_t>(numbers[1]) : 0;
  if (second >= loop->doacross.inner) return false;
  LIMPID_DCHECK(self.team_size > 1 && outer < loop->space.trip);
  store_progress(*self.team, unit, number_in(unit, loop->doacross, outer, second) + 1);
  return true;
}

}  // namespace limpid::core
