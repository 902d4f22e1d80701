// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lays out the progress words of a doacross loop, posts iterations and waits for them.
#include "core/loop/doacross.h"

#include <string.h>

#include <algorithm>

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/data/wait_scope.h"
#include "core/loop/iteration_space.h"
#include "core/loop/policy.h"
#include "core/loop/waiting.h"
#include "events/emit.h"
#include "platform/process_fence.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constexpr uint64_t kWordsPerLine = 8;
constexpr size_t kLine = kWordsPerLine * sizeof(uint64_t);

uint64_t units_of(const Workshare& loop, uint64_t threads) {
  switch (loop.schedule) {
    case Schedule::static_block:
      return threads;
    case Schedule::static_chunked:
    case Schedule::shared_dynamic:
      return loop.chunks;
    default:
      return loop.space.trip;
  }
}

// Number of the block that has an outer iteration: the first trip % threads blocks are one longer.
uint64_t block_of(uint64_t trip, uint64_t outer, uint64_t threads) {
  LIMPID_DCHECK(outer < trip);
  uint64_t share = trip / threads, rest = trip % threads;
  uint64_t long_ones = rest * (share + 1);
  return outer < long_ones ? outer / (share + 1) : rest + (outer - long_ones) / share;
}

// With two threads that post once per unit, the line that a thread waits for is the one that it posts to
// next. With more threads, those that still poll the line would slow the poster down.
bool share_lines(const Workshare& loop, uint32_t dimensions, uint64_t threads) {
  const bool given_out_singly =
      loop.schedule == Schedule::static_chunked || loop.schedule == Schedule::shared_dynamic;
  return policy::enabled(policy::shared_lines) && threads == 2 && dimensions == 1 && given_out_singly &&
         loop.chunk == 1;
}

uint64_t counts_of(const LoopRequest& request) {
  return request.dimensions + (request.collapsed > 1 ? request.collapsed : 0);
}

size_t in_lines(uint64_t words) {
  return (words * sizeof(uint64_t) + kLine - 1) / kLine * kLine;
}

// Lays the words of the units out; returns their bytes.
size_t lay_out(Doacross& doacross, const Workshare& loop, uint64_t threads) {
  const uint64_t units = units_of(loop, threads);
  doacross.spread = units;
  doacross.spacing = 1;
  if (share_lines(loop, doacross.dimensions, threads)) return in_lines(units);
  doacross.spacing = kWordsPerLine;
  if (units > policy::kSpacedUnits) doacross.spread = (units + kWordsPerLine - 1) / kWordsPerLine;
  return doacross.spread * kLine;
}

sync::Atomic<uint64_t>& word_of(const Doacross& doacross, uint64_t unit) {
  if (unit < doacross.spread) [[likely]]
    return doacross.progress[unit * doacross.spacing];
  LIMPID_DCHECK(unit / doacross.spread < doacross.spacing);  // between this word and the next one's
  return doacross.progress[unit % doacross.spread * doacross.spacing + unit / doacross.spread];
}

DoacrossUnit find_unit(const Workshare& loop, uint64_t outer, uint64_t threads) {
  DoacrossUnit unit{outer, outer + 1, outer, nullptr, 0};
  if (loop.schedule == Schedule::static_block) {
    unit.number = block_of(loop.space.trip, outer, threads);
    Block block = static_block(loop.space.trip, unit.number, threads);
    unit.begin = block.begin;
    unit.end = block.end;
  } else if (loop.schedule != Schedule::shared_guided && loop.chunk != 1) {
    unit.number = outer / loop.chunk;
    unit.begin = unit.number * loop.chunk;
    unit.end = chunk_end(loop.space.trip, unit.begin, loop.chunk);
  }
  LIMPID_DCHECK(unit.has(outer) && unit.end <= loop.space.trip);
  unit.word = &word_of(loop.doacross, unit.number);
  return unit;
}

// Loops go through a unit iteration by iteration: usually the last one found is the one wanted.
DoacrossUnit& unit_with(DoacrossUnit& last, const Thread& self, const Workshare& loop, uint64_t outer) {
  if (!last.has(outer)) last = find_unit(loop, outer, self.team_size);
  return last;
}

void note(Thread& self, const DoacrossUnit& unit, uint64_t progress) {
  LIMPID_DCHECK(progress <= (unit.end - unit.begin) * doacross_loop(self)->doacross.inner);
  if (sync::has_process_fence()) [[likely]]
    return store_progress(*self.team, unit, progress);
  unit.word->exchange(progress, std::memory_order_seq_cst);  // [doacross.post]
  bell_of(*self.team, unit).ring();
}

// The poster owns the word's line, so the word is loaded again only if the value seen last is too small.
bool reached(DoacrossUnit& unit, uint64_t number) {
  if (unit.seen > number) return true;
  unit.seen = unit.word->load(std::memory_order_seq_cst);  // [doacross.wait]
  return unit.seen > number;
}

// An iteration's number in each of several nested loops, from its linear number.
void take_apart(uint64_t number, const uint64_t* counts, uint32_t loops, events::DependenceKind kind,
                events::Dependence* list) {
  for (uint32_t loop = loops - 1; loop > 0; --loop) {
    list[loop] = {number % counts[loop], kind};
    number /= counts[loop];
  }
  list[0] = {number, kind};
}

[[gnu::noinline]] void emit_long_dependence(Thread& self, const Doacross& doacross, Iteration iteration,
                                            events::DependenceKind kind) {
  const uint32_t outer = doacross.collapsed, inner = doacross.dimensions - 1;
  auto* list =
      static_cast<events::Dependence*>(__builtin_alloca((outer + inner) * sizeof(events::Dependence)));
  take_apart(iteration.outer, doacross.counts + doacross.dimensions, outer, kind, list);
  if (inner != 0) take_apart(iteration.inner, doacross.counts + 1, inner, kind, list + outer);
  events::emit<events::Dependences>(self, *self.task, list, outer + inner);
}

// Emits the iteration's number in each of the program's loops, as far as the compiler passes them: GCC does
// not pass the collapsed loops.
[[gnu::noinline]] void emit_dependence(Thread& self, Iteration iteration, events::DependenceKind kind) {
  const Doacross& doacross = doacross_loop(self)->doacross;
  if (doacross.dimensions > 2 || doacross.collapsed > 1) [[unlikely]]
    return emit_long_dependence(self, doacross, iteration, kind);
  const events::Dependence list[] = {{iteration.outer, kind}, {iteration.inner, kind}};
  events::emit<events::Dependences>(self, *self.task, &list[0], doacross.dimensions);
}

// The iteration is in the thread's own chunk, which it executes in order.
bool executed_before(const WorkshareCursor& cursor, uint64_t outer) {
  return outer - cursor.chunk.begin < cursor.chunk.end - cursor.chunk.begin;
}

// Finds the unit that this thread executes, or the next one if the compiler iterates over chunks of one
// iteration. Nothing if it is the same as before, or not known.
void find_own_unit(const Thread& self, WorkshareCursor& cursor, const Workshare& loop) {
  DoacrossUnit& own = cursor.doacross.own_unit;
  if (cursor.chunk.begin != cursor.chunk.end) {
    if (!own.has(cursor.chunk.begin)) own = find_unit(loop, cursor.chunk.begin, self.team_size);
    return;
  }
  if (loop.schedule != Schedule::static_chunked || loop.chunk != 1 || own.word == nullptr) return;
  if (own.word->load(std::memory_order_relaxed) == 0) return;  // own_unit is the next one already
  if (own.end + self.team_size > loop.space.trip) return;
  own = find_unit(loop, own.end - 1 + self.team_size, self.team_size);
}

[[gnu::noinline]] void await_source(Thread& self, DoacrossUnit& unit, uint64_t number) {
  Team& team = *self.team;
  const FullWait waiting(self, MutexWaitEvents(events::MutexKind::ordered, State::wait_ordered),
                         reinterpret_cast<uint64_t>(unit.word));
  wait_at(
      self, bell_of(team, unit),
      // cancelled pairs with the exchange in cancel_region(), which rings all bells.
      [&] { return reached(unit, number) || team.cancelled.load(std::memory_order_seq_cst); },
      // Between the announcement of the sleep and the last check: either the poster sees the announcement, or
      // the last check sees the post. [doacross.post]
      [] {
        if (sync::has_process_fence()) sync::process_fence();
      });
}

// The thread that posts is just ahead: each of the next iterations would fetch the line that it writes again. A little later
// there are several to go through. Costs some hundred nanoseconds, once in a row: after that the thread stays behind.
[[gnu::noinline]] void fall_behind(const Thread& self, DoacrossUnit& unit, uint64_t lead) {
  if (!policy::enabled(policy::doacross_lead) || self.team->spin_policy->spin_ns == 0) return;
  const uint64_t last = (unit.end - unit.begin) * self.member->workshares.current->doacross.inner;
  const uint64_t wanted = std::min(unit.seen + lead, last) - 1;
  for (int polls = 0; polls < policy::kLeadPolls && !reached(unit, wanted); ++polls) {
    for (uint32_t pauses = 0; pauses < policy::kLeadPauses; ++pauses) sync::relax();
  }
}

[[gnu::always_inline]] inline void await_iteration(Thread& self, WorkshareCursor& cursor,
                                                   Iteration iteration) {
  const Workshare& loop = *cursor.current;
  DoacrossUnit& unit = unit_with(cursor.doacross.sink_unit, self, loop, iteration.outer);
  const uint64_t number = (iteration.outer - unit.begin) * loop.doacross.inner + iteration.inner;
  if (unit.seen > number) return;
  const uint64_t lead = loop.doacross.lead;
  if (reached(unit, number)) {
    if (lead != 0 && unit.seen < number + lead && !executed_before(cursor, iteration.outer))
      fall_behind(self, unit, lead);
    return;
  }
  if (executed_before(cursor, iteration.outer)) return;
  // This thread will soon post: find its word now, while it waits anyway. Not the word's line: with two threads it may be
  // the one that the awaited post goes to, which would be taken from the poster.
  find_own_unit(self, cursor, loop);
  if (lead == 0) return await_source(self, unit, number);
  await_source(self, unit, number);
  if (unit.seen > number) fall_behind(self, unit, lead);
}

}  // namespace

size_t doacross_bytes(const Workshare& loop, const LoopRequest& request, uint64_t threads) {
  Doacross doacross;
  doacross.dimensions = request.dimensions;
  return in_lines(counts_of(request)) + lay_out(doacross, loop, threads);
}

void set_up_doacross(Workshare& loop, const LoopRequest& request, uint64_t threads, void* memory) {
  LIMPID_DCHECK(request.dimensions >= 1 && request.collapsed >= 1);
  const uint64_t counts = counts_of(request);
  Doacross& doacross = loop.doacross;
  memcpy(memory, request.counts, counts * sizeof(uint64_t));
  loop.doacross_loop = true;
  doacross.dimensions = request.dimensions;
  doacross.collapsed = request.collapsed;
  doacross.counts = static_cast<const uint64_t*>(memory);
  doacross.inner = 1;
  for (uint32_t index = 1; index < request.dimensions; ++index) doacross.inner *= doacross.counts[index];
  doacross.lead = std::min(doacross.inner / (policy::kRowPerLead * threads), policy::kMostLead);
  lay_out(doacross, loop, threads);
  doacross.progress =
      reinterpret_cast<sync::Atomic<uint64_t>*>(static_cast<char*>(memory) + in_lines(counts));
}

// The source's event is emitted before the post, a sink's event after the wait: a tool receives every source
// before its sinks.
template <class A>
void doacross_post(Thread& self, Iteration iteration) {
  if (events::is_observed_as<A>(events::EventId::dependences)) [[unlikely]]
    emit_dependence(self, iteration, events::DependenceKind::source);
  if (self.team_size == 1) return;
  const Workshare& loop = *doacross_loop(self);
  const DoacrossUnit& unit =
      unit_with(self.member->workshares.doacross.own_unit, self, loop, iteration.outer);
  note(self, unit, (iteration.outer - unit.begin) * loop.doacross.inner + iteration.inner + 1);
}

void doacross_wait(Thread& self, Iteration iteration) {
  WorkshareCursor& cursor = self.member->workshares;
  if (self.observers.are_absent()) [[likely]] {
    await_iteration(self, cursor, iteration);
    return;
  }
  if (self.team_size > 1 && !executed_before(cursor, iteration.outer))
    await_iteration(self, cursor, iteration);
  emit_dependence(self, iteration, events::DependenceKind::sink);
}

template void doacross_post<events::Observed>(Thread&, Iteration);
template void doacross_post<events::Unobserved>(Thread&, Iteration);

void post_whole_chunk(Thread& self) {
  if (self.team_size == 1) return;
  WorkshareCursor& cursor = self.member->workshares;
  const Workshare& loop = *cursor.current;
  for (uint64_t outer = cursor.chunk.begin; outer < cursor.chunk.end;) {
    const DoacrossUnit& unit = unit_with(cursor.doacross.own_unit, self, loop, outer);
    uint64_t whole = (unit.end - unit.begin) * loop.doacross.inner;
    if (unit.word->load(std::memory_order_relaxed) < whole) note(self, unit, whole);
    LIMPID_DCHECK(unit.end <= cursor.chunk.end);  // a chunk consists of whole units
    outer = unit.end;
  }
}

}  // namespace limpid::core
