// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fast path to the next chunk: a few dozen instructions that neither wait nor settle anything. Entry points
// try it before they construct an EntryScope. This path constructs one only if the chunk's event is observed.
#pragma once

#include "base/check.h"
#include "core/data/entry.h"
#include "core/data/member.h"
#include "core/data/thread.h"
#include "core/loop/iteration_space.h"
#include "core/loop/loop.h"
#include "core/loop/schedule.h"
#include "core/loop/steal.h"
#include "events/emit.h"

namespace limpid::core {

// The number of the thread's next chunk, for a loop with plain chunks. False: not known whether there is one.
[[gnu::always_inline]] inline bool take_at_once(const Thread& self, WorkshareCursor& cursor, Workshare& loop,
                                                uint64_t& number) {
  if (loop.schedule == Schedule::shared_dynamic) {
    number = loop.next.fetch_add(1, std::memory_order_relaxed);
    return number < loop.chunks;
  }
  if (loop.schedule == Schedule::static_chunked) return take_round_robin(self, loop, cursor, number);
  Units unit;
  if (!take_own(*cursor.chunk.range, loop, self.index, self.team_size, unit)) return false;
  number = unit.begin;
  return true;
}

// True: chunk is the thread's next one, and its event has been emitted. False: not known, call next_chunk().
// Inlined into the entry point, so that EntryScope records the entry point's frame and return address.
template <class A>
[[gnu::always_inline]] inline bool next_chunk_at_once(Thread& self, Chunk& chunk) {
  WorkshareCursor& cursor = self.member->workshares;
  Workshare* loop = cursor.current;
  uint64_t number;
  if (loop == nullptr || !loop->plain_chunks || !take_at_once(self, cursor, *loop, number)) return false;
  LIMPID_DCHECK(number < loop->chunks);
  const uint64_t begin = number * loop->chunk, end = chunk_end(loop->space.trip, begin, loop->chunk);
  chunk = {value_of(loop->space, begin), end_value_of(loop->space, end), end == loop->space.trip};
  if (events::is_observed_as<A>(events::EventId::dispatch)) {
    EntryScope entry(self);
    events::notify<events::Dispatch>(self, *self.team, *self.task, events::DispatchKind::loop_chunk,
                                     events::Dispatch::Chunk{begin, end - begin});
  }
  return true;
}

}  // namespace limpid::core
