// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits for the turn of an ordered region, and passes it on.
#include "core/loop/ordered.h"

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/data/wait_scope.h"
#include "core/data/workshare.h"
#include "core/loop/policy.h"
#include "core/loop/waiting.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

using events::MutexKind;

constexpr uint32_t kTurnImplementation = 2;  // in the numbering of the tools' interfaces: turns are passed on

sync::Bell& bell_of(Team& team, uint64_t iteration) {
  // Chunk sizes are often powers of two: mix before taking a few bits.
  constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
  const uint64_t bell = policy::enabled(policy::several_bells) ? iteration * kSpread >> 60 : 0;
  return team.workshares.bells[bell];
}
static_assert(WorkshareRing::kBells == 16, "bell_of takes four bits");

bool is_turn(const Workshare& loop, uint64_t begin) {
  return loop.turn.load(std::memory_order_seq_cst) >= begin;  // [ordered.take]
}

void await_turn(Thread& self, Workshare& loop, uint64_t begin) {
  Team& team = *self.team;
  const FullWait waiting(self, MutexWaitEvents(MutexKind::ordered, State::wait_ordered),
                         reinterpret_cast<uint64_t>(&loop.turn));
  // cancelled pairs with the exchange in cancel_region(), which rings all bells.
  wait_at(self, bell_of(team, begin),
          [&] { return is_turn(loop, begin) || team.cancelled.load(std::memory_order_seq_cst); });
}

// The turn is passed on in two steps, and the event is emitted between them. If the next thread were woken
// first, it might preempt this one, and take and pass on its turn before the end of this turn is emitted.
void free_turn(Thread& self, Workshare& loop, WorkshareCursor& cursor) {
  // Only the thread that has the turn changes it. In a cancelled region no thread waits for it.
  LIMPID_DCHECK(loop.turn.load(std::memory_order_relaxed) == cursor.chunk.begin ||
                self.team->cancelled.load(std::memory_order_relaxed));
  cursor.ordered.turn_passed = true;
  if (self.team_size == 1) {  // no other thread waits for it
    loop.turn.store(cursor.chunk.end, std::memory_order_relaxed);
    return;
  }
  loop.turn.exchange(cursor.chunk.end, std::memory_order_seq_cst);  // [ordered.pass]
}

void wake_next(Thread& self, const WorkshareCursor& cursor) {
  if (self.team_size > 1) bell_of(*self.team, cursor.chunk.end).ring();
}

Workshare* ordered_loop(Thread& self) {
  Workshare* loop = self.member->workshares.current;
  return loop != nullptr && loop->ordered ? loop : nullptr;
}

}  // namespace

template <class A>
void begin_ordered(Thread& self) {
  Workshare* loop = ordered_loop(self);
  if (loop == nullptr) return;
  uint64_t id = reinterpret_cast<uint64_t>(&loop->turn);
  uint64_t begin = self.member->workshares.chunk.begin;
  events::emit_as<A, events::MutexAcquire>(self, MutexKind::ordered, 0u, kTurnImplementation, id,
                                           self.return_address);
  if (!is_turn(*loop, begin)) await_turn(self, *loop, begin);
  events::emit_as<A, events::MutexAcquired>(self, MutexKind::ordered, id, self.return_address);
}

template <class A>
void end_ordered(Thread& self) {
  Workshare* loop = ordered_loop(self);
  if (loop == nullptr) return;
  WorkshareCursor& cursor = self.member->workshares;
  LIMPID_DCHECK(cursor.ordered.turn_passed || cursor.ordered.left > 0);
  const bool passes = !cursor.ordered.turn_passed && --cursor.ordered.left == 0;
  if (passes) free_turn(self, *loop, cursor);
  events::emit_as<A, events::MutexReleased>(self, MutexKind::ordered, reinterpret_cast<uint64_t>(&loop->turn),
                                            self.return_address);
  if (passes) wake_next(self, cursor);
}

template void begin_ordered<events::Observed>(Thread&);
template void begin_ordered<events::Unobserved>(Thread&);
template void end_ordered<events::Observed>(Thread&);
template void end_ordered<events::Unobserved>(Thread&);

void pass_turn(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  if (cursor.ordered.turn_passed) return;
  Workshare& loop = *cursor.current;
  if (!is_turn(loop, cursor.chunk.begin)) await_turn(self, loop, cursor.chunk.begin);
  // The wait ended because the region is cancelled: the turn belongs to another thread.
  if (!is_turn(loop, cursor.chunk.begin)) return;
  free_turn(self, loop, cursor);
  wake_next(self, cursor);
}

}  // namespace limpid::core
