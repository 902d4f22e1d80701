// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The short way to the next chunk: a few dozen instructions that neither wait nor state anything, so entries
// try it before they open a door.
#pragma once

#include "core/loop/iteration_space.h"
#include "core/loop/loop.h"
#include "core/loop/steal.h"
#include "core/team/member.h"
#include "core/team/thread.h"
#include "events/spine.h"

namespace limpid::core {

// True: chunk is the thread's next. False: nothing is known, next_chunk() has the answer.
template <class A>
[[gnu::always_inline]] inline bool next_chunk_at_once(Thread& self, Chunk& chunk) {
  WorkshareCursor& cursor = self.member->workshares;
  Workshare* loop = cursor.current;
  if (loop == nullptr || !loop->plain_chunks || events::listening_as<A>(events::Event::dispatch))
    return false;
  uint64_t number;
  if (loop->schedule == Schedule::shared_dynamic) {
    number = loop->next.fetch_add(1, std::memory_order_relaxed);
    if (number >= loop->chunks) return false;
  } else {
    Units unit;
    if (!take_own(*cursor.range, *loop, self.index, self.team_size, unit)) return false;
    number = unit.begin;
  }
  uint64_t begin = number * loop->chunk, end = chunk_end(loop->space.trip, begin, loop->chunk);
  chunk = {value_of(loop->space, begin), end_value_of(loop->space, end), end == loop->space.trip};
  return true;
}

}  // namespace limpid::core
