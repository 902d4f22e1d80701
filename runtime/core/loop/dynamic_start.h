// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fast path to the first chunk of a loop with schedule(dynamic), which many programs use for a few iterations at a
// time: there the start is most of what the loop costs.
#pragma once

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/thread.h"
#include "core/loop/inlined.h"
#include "core/loop/next.h"
#include "core/loop/ring.h"
#include "core/loop/schedule.h"

namespace limpid::core {

// The member's first chunk of a loop with plain chunks that one counter numbers.
inline Found first_counted_chunk(Workshare& loop, WorkshareCursor& cursor, bool is_first, Chunk& chunk) {
  uint64_t number;
  if (!take_first_number(loop, is_first, number)) return Found::none;
  cursor.chunk.took_last = number + 1 == loop.chunks;
  chunk = chunk_of(loop, number);
  return Found::chunk;
}

// The calling thread encounters the loop, where no event is observed. Each thread of the team, which has more than one,
// does so with an equal request. unknown: call next_chunk() for the first chunk.
inline Found start_dynamic(Thread& self, const DynamicLoop& asked, Chunk& chunk) {
  LIMPID_DCHECK(self.team_size > 1);
  end_inlined(self);
  bool is_first = false;
  Workshare& loop = enter_workshare(self, [&](Workshare& fresh) {
    set_up_dynamic(*self.team, fresh, asked);
    is_first = true;
  });
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.chunk.begin == 0 && cursor.chunk.end == 0);
  cursor.chunk.first = FirstChunk::taken;
  cursor.chunk.took_last = false;
  if (loop.schedule == Schedule::shared_dynamic && loop.chunk_form != ChunkForm::other) [[likely]]
    return first_counted_chunk(loop, cursor, is_first, chunk);
  begin_chunks(self, loop);
  return Found::unknown;
}

// The calling thread leaves its loop, which has nowait, where no event is observed. False: there is more to do.
inline bool leave_at_once(Thread& self) {
  const Workshare* const loop = self.member->workshares.current;
  if (loop == nullptr || loop->ordered || loop->doacross_loop) return false;
  leave_workshare(self, false);
  return true;
}

}  // namespace limpid::core
