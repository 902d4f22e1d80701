// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the chunks of a loop are handed out.
#pragma once

#include "base/check.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "core/loop/iteration_space.h"
#include "core/loop/loop.h"
#include "platform/cpu.h"

namespace limpid::core {

struct Team;

// Chooses how the chunks of a loop are handed out to the team, and fills in all fields for it. loop.space
// must be set. Uses the ICVs of self's current task.
void set_up_schedule(Thread& self, const Team& team, Workshare& loop, const LoopRequest& request);

// A loop with the clause schedule(dynamic) and nothing else.
struct DynamicLoop {
  IterationSpace space;
  uint64_t chunk;  // 0: not given
  bool monotonic;
};

// Fills in a construct for such a loop, and a team of more than one. Chunk 0 is the caller's where one counter numbers the
// chunks.
void set_up_dynamic(const Team& team, Workshare& loop, const DynamicLoop& asked);

// A member begins with a loop: sets its cursor to before the first chunk.
void begin_chunks(Thread& self, const Workshare& loop);

// Takes the thread's next chunk: cursor.begin and end in logical numbers. False: nothing left.
bool take_chunk(Thread& self, Workshare& loop, WorkshareCursor& cursor);

inline bool set_chunk(const Workshare& loop, WorkshareCursor& cursor, uint64_t number) {
  LIMPID_DCHECK(number < loop.chunks);
  cursor.chunk.begin = number * loop.chunk;
  cursor.chunk.end = chunk_end(loop.space.trip, cursor.chunk.begin, loop.chunk);
  return true;
}

// The number of the member's first chunk in a loop that one counter numbers. is_first: it has set the loop up, and chunk 0
// is its own. One that comes late often finds none left, so it looks before it adds. Where there is one, it has the line
// for writing already.
inline bool take_first_number(Workshare& loop, bool is_first, uint64_t& number) {
  LIMPID_DCHECK(loop.schedule == Schedule::shared_dynamic);
  number = 0;
  if (!is_first) {
    platform::fetch_for_writing(&loop.next);
    if (loop.next.load(std::memory_order_relaxed) >= loop.chunks) return false;
    number = loop.next.fetch_add(1, std::memory_order_relaxed);
  }
  return number < loop.chunks;
}

// take_chunk() of Schedule::static_chunked: the number of the chunk.
inline bool take_round_robin(const Thread& self, const Workshare& loop, WorkshareCursor& cursor,
                             uint64_t& number) {
  number = cursor.chunk.next;
  if (number >= loop.chunks) return false;
  LIMPID_DCHECK(number % self.team_size == self.index);  // its own turn
  cursor.chunk.next = loop.chunks - number > self.team_size ? number + self.team_size : loop.chunks;
  return true;
}

}  // namespace limpid::core
