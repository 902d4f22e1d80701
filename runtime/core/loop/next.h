// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fast paths to the next chunk: a few dozen instructions that neither wait nor settle anything. Entry points
// try them before they construct an EntryScope, or construct one for the chunk's event only.
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

// What a fast path knows about the thread's next chunk.
enum class Found : uint8_t {
  chunk,
  none,     // there is no chunk left for the thread
  unknown,  // call next_chunk()
};

// The number of the thread's next chunk, for a loop with plain chunks.
[[gnu::always_inline]] inline Found take_at_once(const Thread& self, WorkshareCursor& cursor, Workshare& loop,
                                                 uint64_t& number) {
  if (loop.schedule == Schedule::shared_dynamic) {
    LIMPID_DCHECK(cursor.chunk.first == FirstChunk::taken);
    number = loop.next.fetch_add(1, std::memory_order_relaxed);
    return number < loop.chunks ? Found::chunk : Found::none;
  }
  if (loop.schedule == Schedule::static_chunked)
    return take_round_robin(self, loop, cursor, number) ? Found::chunk : Found::none;
  Units unit;
  if (!take_own(*cursor.chunk.range, loop, self.index, self.team_size, unit)) return Found::unknown;
  number = unit.begin;
  return Found::chunk;
}

// The values of the chunk with a number, for a loop with plain chunks.
[[gnu::always_inline]] inline Chunk chunk_of(const Workshare& loop, uint64_t number) {
  const IterationSpace& space = loop.space;
  if (loop.chunk_form == ChunkForm::unit) {
    const uint64_t value = space.first + number;
    LIMPID_DCHECK(number + 1 != space.trip || value + 1 == space.end);
    return {value, value + 1, number + 1 == space.trip};
  }
  const uint64_t begin = number * loop.chunk, end = chunk_end(space.trip, begin, loop.chunk);
  return {value_of(space, begin), end_value_of(space, end), end == space.trip};
}

// For a loop whose chunks one counter numbers, where no event is observed. Apart from the paths of other loops:
// between two uses of the counter, for which all threads contend, each instruction counts.
[[gnu::always_inline]] inline Found next_counted_chunk(const Thread& self, Chunk& chunk) {
  WorkshareCursor& cursor = self.member->workshares;
  Workshare* loop = cursor.current;
  if (loop == nullptr || loop->chunk_form == ChunkForm::other || loop->schedule != Schedule::shared_dynamic)
    return Found::unknown;
  LIMPID_DCHECK(cursor.chunk.first == FirstChunk::taken);
  if (cursor.chunk.took_last) return Found::none;
  const uint64_t number = loop->next.fetch_add(1, std::memory_order_relaxed);
  if (number >= loop->chunks) return Found::none;
  if (number + 1 == loop->chunks) cursor.chunk.took_last = true;
  chunk = chunk_of(*loop, number);
  return Found::chunk;
}

// Whether the thread is in a loop whose chunks go to the threads by turns.
[[gnu::always_inline]] inline bool is_in_turns(const Thread& self) {
  const Workshare* loop = self.member->workshares.current;
  return loop != nullptr && loop->chunk_form != ChunkForm::other &&
         loop->schedule == Schedule::static_chunked;
}

// The chunk of the thread's next turn, where no event is observed; false if there is none left. Only with
// is_in_turns().
[[gnu::always_inline]] inline bool next_own_turn(const Thread& self, Chunk& chunk) {
  LIMPID_DCHECK(is_in_turns(self));
  WorkshareCursor& cursor = self.member->workshares;
  uint64_t number;
  if (!take_round_robin(self, *cursor.current, cursor, number)) return false;
  chunk = chunk_of(*cursor.current, number);
  return true;
}

// The next chunk of the thread's own range, where no event is observed. False: it is in no loop with such ranges, or
// next_chunk() has to look.
[[gnu::always_inline]] inline bool next_of_own_range(const Thread& self, Chunk& chunk) {
  const WorkshareCursor& cursor = self.member->workshares;
  const Workshare* const loop = cursor.current;
  if (loop == nullptr || loop->chunk_form == ChunkForm::other || loop->schedule != Schedule::ranged_dynamic)
    return false;
  uint64_t number;
  if (!take_own_at_once(*cursor.chunk.range, *loop, number)) return false;
  LIMPID_DCHECK(number + 1 < loop->chunks);  // the last one is kept back
  chunk = chunk_of(*loop, number);
  return true;
}

// If it finds the thread's next chunk, the chunk's event has been emitted.
template <class A>
[[gnu::always_inline]] inline Found next_chunk_at_once(Thread& self, Chunk& chunk, const CallSite& site) {
  WorkshareCursor& cursor = self.member->workshares;
  Workshare* loop = cursor.current;
  if (loop == nullptr || loop->chunk_form == ChunkForm::other) return Found::unknown;
  uint64_t number;
  const Found found = take_at_once(self, cursor, *loop, number);
  if (found != Found::chunk) return found;
  LIMPID_DCHECK(number < loop->chunks);
  chunk = chunk_of(*loop, number);
  if (events::is_observed_as<A>(events::EventId::dispatch)) {
    EntryScope entry(self, site);
    const uint64_t begin = number * loop->chunk, end = chunk_end(loop->space.trip, begin, loop->chunk);
    events::notify<events::Dispatch>(self, *self.team, *self.task, events::DispatchKind::loop_chunk,
                                     events::Dispatch::Chunk{begin, end - begin});
  }
  return Found::chunk;
}

}  // namespace limpid::core
