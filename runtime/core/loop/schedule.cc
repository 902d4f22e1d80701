// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses a schedule for a loop, and takes chunks by each schedule.
#include "core/loop/schedule.h"

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/loop/iteration_space.h"
#include "core/loop/policy.h"
#include "core/loop/ring.h"
#include "core/loop/steal.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

// schedule(runtime): kind and chunk of run-sched-var. Its monotonic modifier applies; without one the loop's
// own modifier does.
ScheduleClause resolve_runtime(const ScheduleClause& clause, const Icvs& icvs) {
  ScheduleClause resolved = clause;
  resolved.kind = icvs.run_sched_kind;
  resolved.monotonic = clause.monotonic || icvs.run_sched_monotonic;
  resolved.chunk = icvs.run_sched_chunk > 0 ? static_cast<uint64_t>(icvs.run_sched_chunk) : 0;
  if (resolved.kind == ScheduleKind::kAuto)
    resolved = {ScheduleKind::kStatic, false, true, 0, clause.simd_width};
  return resolved;
}

uint64_t divide_up(uint64_t value, uint64_t by) {
  return value / by + (value % by != 0);
}

// Chunks of whole vectors. Blocks without a given size are as equal as possible.
void widen_chunks(ScheduleClause& clause, uint64_t trip, uint64_t threads) {
  const bool blocks = clause.kind == ScheduleKind::kStatic && clause.chunk == 0;
  uint64_t vectors = clause.chunk;
  if (blocks) vectors = divide_up(divide_up(trip, threads), clause.simd_width);
  if (vectors == 0) vectors = 1;
  if (__builtin_mul_overflow(vectors, clause.simd_width, &clause.chunk)) clause.chunk = UINT64_MAX;
}

ScheduleClause resolve(const LoopRequest& request, const Icvs& icvs, uint64_t threads) {
  if (!request.schedule.runtime) return request.schedule;
  ScheduleClause clause = resolve_runtime(request.schedule, icvs);
  if (request.dimensions != 0) clause.simd_width = 1;  // doacross iterations are handed out one by one
  if (clause.simd_width > 1) [[unlikely]]
    widen_chunks(clause, request.space.trip, threads);
  return clause;
}

// Ranges pay off if members can take several chunks without contention. For a few chunks the counter is
// cheaper: one line instead of one per thread.
bool has_few_chunks(const Workshare& loop, const Team& team) {
  return policy::enabled(policy::few_chunks) && loop.chunks < policy::kChunksWorthRanges * team.size;
}

Schedule choose_dynamic(const Workshare& loop, const Team& team, bool in_order) {
  const bool shared = in_order || has_few_chunks(loop, team) || !policy::enabled(policy::ranges);
  return shared ? Schedule::shared_dynamic : Schedule::ranged_dynamic;
}

Schedule choose(const ScheduleClause& clause, const Workshare& loop, const Team& team, bool in_order) {
  switch (clause.kind) {
    case ScheduleKind::kDynamic:
      if (team.size == 1) return Schedule::static_chunked;  // the same chunks, without atomics
      return choose_dynamic(loop, team, in_order);
    case ScheduleKind::kGuided:
      return clause.simd_width > 1 ? Schedule::shared_guided_simd
                                   : Schedule::shared_guided;  // few chunks by nature
    case ScheduleKind::kStatic:
    case ScheduleKind::kAuto:
      break;
  }
  return clause.chunk == 0 ? Schedule::static_block : Schedule::static_chunked;
}

events::WorkKind work_kind_of(ScheduleKind kind) {
  switch (kind) {
    case ScheduleKind::kDynamic:
      return events::WorkKind::loop_dynamic;
    case ScheduleKind::kGuided:
      return events::WorkKind::loop_guided;
    case ScheduleKind::kStatic:
      return events::WorkKind::loop_static;
    case ScheduleKind::kAuto:
      break;
  }
  return events::WorkKind::loop_other;
}

// A team of one thread gets the whole loop as one block if that makes no difference: no order between threads
// is required, and chunks are not observed.
bool may_be_one_block(const Team& team, const LoopRequest& request) {
  return team.size == 1 && request.work == events::WorkKind::loop_other && !request.ordered &&
         request.dimensions == 0 && !events::is_observed(events::EventId::dispatch);
}

bool take_block(Thread& self, const Workshare& loop, WorkshareCursor& cursor) {
  if (cursor.chunk.next != 0) return false;
  cursor.chunk.next = 1;
  Block block = static_block(loop.space.trip, self.index, self.team_size);
  LIMPID_DCHECK(block.begin <= block.end && block.end <= loop.space.trip);
  cursor.chunk.begin = block.begin;
  cursor.chunk.end = block.end;
  return block.begin < block.end;
}

bool take_counted(Workshare& loop, WorkshareCursor& cursor) {
  uint64_t number = loop.next.fetch_add(1, std::memory_order_relaxed);
  return number < loop.chunks && set_chunk(loop, cursor, number);
}

// A thread's share of the remaining iterations, at least the chunk size. The counter is not loaded first:
// that would transfer its line twice, to read and to write. The CAS assumes that no other thread has taken a
// chunk since this one did, and returns the value if that is wrong.
template <bool kMultiples>
bool take_guided(const Thread& self, Workshare& loop, WorkshareCursor& cursor) {
  uint64_t trip = loop.space.trip;
  uint64_t begin = cursor.chunk.end;
  while (begin < trip) {
    uint64_t size = (trip - begin - 1) / self.team_size + 1;
    if (size < loop.chunk) size = loop.chunk;
    if (kMultiples) size -= size % loop.chunk;
    LIMPID_DCHECK(size >= 1);
    uint64_t end = chunk_end(trip, begin, size);
    if (loop.next.compare_exchange_weak(begin, end, std::memory_order_relaxed)) {
      cursor.chunk.begin = begin;
      cursor.chunk.end = end;
      return true;
    }
  }
  return false;
}

[[gnu::noinline]] bool take_first(Workshare& loop, WorkshareCursor& cursor) {
  const bool is_first = cursor.chunk.first == FirstChunk::reserved;
  cursor.chunk.first = FirstChunk::taken;
  uint64_t number;
  return take_first_number(loop, is_first, number) && set_chunk(loop, cursor, number);
}

bool take_next_round(const Thread& self, const Workshare& loop, WorkshareCursor& cursor) {
  uint64_t number;
  return take_round_robin(self, loop, cursor, number) && set_chunk(loop, cursor, number);
}

// The next chunk of the current unit. Only loops with more chunks than a range word counts have units of
// several chunks.
bool take_from_unit(const Workshare& loop, WorkshareCursor& cursor) {
  LIMPID_DCHECK(cursor.chunk.next < cursor.chunk.unit_end && cursor.chunk.unit_end <= ranged_chunks(loop));
  return set_chunk(loop, cursor, cursor.chunk.next++);
}

bool take_units(const Workshare& loop, WorkshareCursor& cursor, const Units& units) {
  LIMPID_DCHECK(units.begin < units.end && units.end <= unit_count(loop));
  if (loop.unit_shift == 0) [[likely]]
    return set_chunk(loop, cursor, units.begin);
  cursor.chunk.next = units.begin << loop.unit_shift;
  cursor.chunk.unit_end = units.end << loop.unit_shift;
  if (cursor.chunk.unit_end > ranged_chunks(loop)) cursor.chunk.unit_end = ranged_chunks(loop);
  return take_from_unit(loop, cursor);
}

// The member's own range is empty.
bool take_elsewhere(Thread& self, Workshare& loop, WorkshareCursor& cursor) {
  Units units;
  if (is_exhausted(loop)) return false;
  if (steal_units(*self.team, loop, self.index, units)) return take_units(loop, cursor, units);
  return take_last(loop) && set_chunk(loop, cursor, loop.chunks - 1);
}

bool take_ranged(Thread& self, Workshare& loop, WorkshareCursor& cursor) {
  if (cursor.chunk.next < cursor.chunk.unit_end) return take_from_unit(loop, cursor);
  Units units;
  if (take_own(*cursor.chunk.range, loop, self.index, self.team_size, units)) [[likely]]
    return take_units(loop, cursor, units);
  return take_elsewhere(self, loop, cursor);
}

ChunkForm form_of_chunks(const Workshare& loop) {
  return loop.chunk == 1 && loop.space.step == 1 ? ChunkForm::unit : ChunkForm::plain;
}

}  // namespace

void set_up_schedule(Thread& self, const Team& team, Workshare& loop, const LoopRequest& request) {
  ScheduleClause clause = resolve(request, self.task->icvs, team.size);
  loop.kind = work_kind_of(clause.kind);
  loop.chunk = clause.chunk == 0 ? 1 : clause.chunk;
  LIMPID_DCHECK(loop.chunk >= 1);
  loop.chunks = chunk_count(loop.space.trip, loop.chunk);
  bool in_order = clause.monotonic || request.ordered || request.dimensions != 0;
  loop.schedule = choose(clause, loop, team, in_order);
  if (may_be_one_block(team, request)) loop.schedule = Schedule::static_block;
  loop.next.store(0, std::memory_order_relaxed);
  loop.unit_shift = 0;
  if (loop.schedule == Schedule::ranged_dynamic) set_up_ranges(loop);
  bool one_by_one = loop.schedule == Schedule::shared_dynamic || loop.schedule == Schedule::static_chunked ||
                    (loop.schedule == Schedule::ranged_dynamic && loop.unit_shift == 0);
  const bool plain = one_by_one && !request.ordered && request.dimensions == 0;
  loop.chunk_form = plain ? form_of_chunks(loop) : ChunkForm::other;
}

void set_up_dynamic(const Team& team, Workshare& loop, const DynamicLoop& asked) {
  LIMPID_DCHECK(team.size > 1);
  loop.cancelled.store(false, std::memory_order_relaxed);
  loop.kind = events::WorkKind::loop_dynamic;
  loop.ordered = loop.doacross_loop = false;
  loop.reductions = nullptr;
  loop.space = asked.space;
  loop.chunk = asked.chunk == 0 ? 1 : asked.chunk;
  loop.chunks = chunk_count(asked.space.trip, loop.chunk);
  loop.schedule = choose_dynamic(loop, team, asked.monotonic);
  loop.unit_shift = 0;
  loop.chunk_form = form_of_chunks(loop);
  loop.next.store(1, std::memory_order_relaxed);
  if (loop.schedule == Schedule::shared_dynamic) return;
  loop.next.store(0, std::memory_order_relaxed);
  set_up_ranges(loop);
  if (loop.unit_shift != 0) loop.chunk_form = ChunkForm::other;
}

void begin_chunks(Thread& self, const Workshare& loop) {
  WorkshareCursor& cursor = self.member->workshares;
  cursor.chunk.begin = cursor.chunk.end = 0;
  cursor.chunk.unit_end = 0;
  cursor.chunk.took_last = false;
  cursor.chunk.next = loop.schedule == Schedule::static_chunked ? self.index : 0;
  cursor.ordered.turn_passed = true;
  if (loop.doacross_loop) cursor.doacross.own_unit = cursor.doacross.sink_unit = {};
  cursor.doacross.quiet_count = 0;
  cursor.chunk.range = &range_word(*self.team, self.index, slot_index(cursor));
}

bool take_chunk(Thread& self, Workshare& loop, WorkshareCursor& cursor) {
  if (cursor.chunk.first != FirstChunk::taken) return take_first(loop, cursor);
  switch (loop.schedule) {
    case Schedule::ranged_dynamic:
      return take_ranged(self, loop, cursor);
    case Schedule::shared_dynamic:
      return take_counted(loop, cursor);
    case Schedule::shared_guided:
      return take_guided<false>(self, loop, cursor);
    case Schedule::shared_guided_simd:
      return take_guided<true>(self, loop, cursor);
    case Schedule::static_chunked:
      return take_next_round(self, loop, cursor);
    case Schedule::static_block:
      return take_block(self, loop, cursor);
    case Schedule::none:
      break;
  }
  return false;
}

}  // namespace limpid::core
