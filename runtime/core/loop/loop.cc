// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starting a worksharing loop, taking its chunks, and ending it.
#include "core/loop/loop.h"

#include "base/check.h"
#include "core/loop/doacross.h"
#include "core/loop/enough_inside.h"
#include "core/loop/inlined.h"
#include "core/loop/ordered.h"
#include "core/loop/policy.h"
#include "core/loop/ring.h"
#include "core/loop/schedule.h"
#include "core/loop/steal.h"
#include "core/reduce/task_reductions.h"
#include "events/emit.h"
#include "platform/memory.h"

namespace limpid::core {
namespace {

using events::Endpoint;

constexpr size_t kLine = 64;

template <class A>
void emit_work(Thread& self, const Workshare& workshare, Endpoint endpoint) {
  events::emit_as<A, events::Work>(self, workshare.kind, endpoint, *self.team, *self.task,
                                   workshare.space.trip, self.return_address);
}

void emit_dispatch(Thread& self, const Workshare& workshare, const WorkshareCursor& cursor) {
  bool section = workshare.kind == events::WorkKind::sections;
  events::DispatchKind kind = section ? events::DispatchKind::section : events::DispatchKind::loop_chunk;
  // GCC expands sections inline, so the address of a section is that of the call that hands it out
  // (5.1, 4.5.2.6).
  uint64_t start = section ? reinterpret_cast<uint64_t>(self.return_address) : cursor.chunk.begin;
  events::emit_likely<events::Dispatch>(
      self, *self.team, *self.task, kind,
      events::Dispatch::Chunk{start, cursor.chunk.end - cursor.chunk.begin});
}

// Doacross progress and shared memory of a construct are in one block: progress words first.
void set_up_block(Team& team, Workshare& loop, const LoopRequest& request) {
  size_t shared_bytes = request.memory == nullptr ? 0 : reinterpret_cast<size_t>(*request.memory);
  size_t doacross = request.dimensions == 0 ? 0 : doacross_bytes(loop, request, team.size);
  doacross = (doacross + kLine - 1) / kLine * kLine;
  char* block = static_cast<char*>(reserve_block(loop, doacross + shared_bytes));
  if (request.dimensions != 0) set_up_doacross(loop, request, team.size, block);
  loop.shared_memory = block + doacross;
}

// A construct that gets no slot, because the region is cancelled, still needs the memory that the program's
// code writes to.
void* map_private_memory(size_t bytes) {
  void* memory = platform::map_pages(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) base::fatal("out of memory: a worksharing construct needs %zu bytes", bytes);
  return memory;
}

void provide_memory(Thread& self, const Workshare& loop, const LoopRequest& request) {
  if (request.memory == nullptr) return;
  bool null_workshare = &loop == &self.team->workshares.null_workshare;
  *request.memory =
      null_workshare ? map_private_memory(reinterpret_cast<size_t>(*request.memory)) : loop.shared_memory;
}

// Before a member takes its next chunk or leaves: passes its turn on, and posts its sources.
void settle_chunk(Thread& self, Workshare& loop) {
  if (loop.ordered) pass_turn(self);
  if (loop.doacross_loop) post_whole_chunk(self);
  WorkshareCursor& cursor = self.member->workshares;
  cursor.chunk.end = cursor.chunk.begin;
}

bool needs_settling(const Workshare& loop) {
  return loop.ordered || loop.doacross_loop;
}

// A member has taken a chunk of a loop that needs settling.
template <class A>
void begin_chunk(const Workshare& loop, WorkshareCursor& cursor) {
  if (loop.ordered) {
    cursor.ordered.left = cursor.chunk.end - cursor.chunk.begin;
    cursor.ordered.turn_passed = false;
  } else if (loop.doacross_loop) {
    cursor.doacross.quiet_begin = cursor.chunk.begin;
    cursor.doacross.quiet_count =
        events::is_observed_as<A>(events::EventId::dependences) ? 0 : cursor.chunk.end - cursor.chunk.begin;
  }
}

// Enters the construct that was prepared with the region, when the thread first uses it. Null: there is none.
template <class A>
[[gnu::noinline]] Workshare* enter_prepared(Thread& self) {
  WorkshareCursor& cursor = self.member->workshares;
  Workshare& prepared = next_slot(*self.team, cursor);
  __builtin_prefetch(&prepared.next);  // travels with the ticket's line, not after it
  // [ws.enter]
  if (prepared.ticket.load(std::memory_order_acquire) != ready_ticket(cursor.sequence)) return nullptr;
  LIMPID_DCHECK(cursor.current == nullptr && cursor.sequence == self.team->workshares.base);
  cursor.current = &prepared;
  begin_chunks(self, prepared);
  emit_work<A>(self, prepared, Endpoint::begin);
  return &prepared;
}

// The construct under way. Null: there is none.
template <class A>
inline Workshare* current_workshare(Thread& self) {
  Workshare* current = self.member->workshares.current;
  return current != nullptr ? current : enter_prepared<A>(self);
}

// Of a loop whose iterations go on one after the other, in which others are already.
void enter_late(const Team& team, const Workshare& loop) {
  if (team.spin_policy->crowded && policy::enabled(policy::enough_inside))
    let_members_go_on(loop, global_icvs().available_processors);
}

// The first member to arrive need not contend for its first chunk.
bool takes_counted_chunk(const LoopRequest& request, const Workshare& loop) {
  return request.takes_chunk && loop.schedule == Schedule::shared_dynamic;
}

}  // namespace

void set_up_loop(Thread& self, Team& team, Workshare& loop, const LoopRequest& request) {
  loop.cancelled.store(false, std::memory_order_relaxed);
  loop.space = request.space;
  loop.ordered = request.ordered;
  loop.doacross_loop = false;
  loop.reductions = request.reductions;
  set_up_schedule(self, team, loop, request);
  if (request.work != events::WorkKind::loop_other) loop.kind = request.work;
  if (request.ordered) loop.turn.store(0, std::memory_order_relaxed);
  if (!request.scheduled) {
    loop.schedule = Schedule::none;
    loop.chunk_form = ChunkForm::other;
  }
  if (request.memory != nullptr || request.dimensions != 0) set_up_block(team, loop, request);
  if (request.reductions != nullptr) register_workshare_reductions(team, request.reductions);
}

Workshare& join_construct(Thread& self, const LoopRequest& request) {
  FirstChunk first = FirstChunk::late;
  Workshare& loop = enter_workshare(self, [&](Workshare& fresh) {
    set_up_loop(self, *self.team, fresh, request);
    first = FirstChunk::reserved;
    if (takes_counted_chunk(request, fresh)) fresh.next.store(1, std::memory_order_relaxed);
  });
  LIMPID_DCHECK(self.member->workshares.current == &loop);
  begin_chunks(self, loop);
  if (needs_settling(loop) && first == FirstChunk::late) enter_late(*self.team, loop);
  self.member->workshares.chunk.first = takes_counted_chunk(request, loop) ? first : FirstChunk::taken;
  provide_memory(self, loop, request);
  if (request.reductions != nullptr) begin_workshare_reductions(self, request.reductions, loop.reductions);
  return loop;
}

template <class A>
void start_loop(Thread& self, const LoopRequest& request) {
  end_inlined(self);
  emit_work<A>(self, join_construct(self, request), Endpoint::begin);
}

void prepare_loop(Thread& leader, Team& team, const LoopRequest& request) {
  uint64_t number = team.workshares.base;
  Workshare& loop = slot_at(team, 0);  // a region begins with the first slot
  LIMPID_DCHECK(loop.ticket.load(std::memory_order_relaxed) < ready_ticket(number));
  LIMPID_DCHECK(!team.members[0].workshares.current);
  set_up_loop(leader, team, loop, request);
  if (team.size == 2 && policy::enabled(policy::leader_has_all)) give_all_to_leader(loop);
  loop.ticket.store(ready_ticket(number), std::memory_order_release);  // [ws.ready]
}

template <class A>
bool next_chunk(Thread& self, Chunk& chunk) {
  Workshare* loop = current_workshare<A>(self);
  if (loop == nullptr) return false;
  WorkshareCursor& cursor = self.member->workshares;
  if (needs_settling(*loop)) [[unlikely]]
    settle_chunk(self, *loop);
  // Also in a cancelled loop: threads go on until they reach a cancellation point (5.1, 2.20.1). In Clang's
  // code for a reduction, threads that run out of chunks pass one more barrier.
  if (!take_chunk(self, *loop, cursor)) return false;
  LIMPID_DCHECK(cursor.chunk.begin < cursor.chunk.end && cursor.chunk.end <= loop->space.trip);
  begin_chunk<A>(*loop, cursor);
  if (events::is_observed_as<A>(events::EventId::dispatch)) [[likely]]
    emit_dispatch(self, *loop, cursor);
  chunk = {value_of(loop->space, cursor.chunk.begin), end_value_of(loop->space, cursor.chunk.end),
           cursor.chunk.end == loop->space.trip};
  return true;
}

template <class A>
void leave_loop(Thread& self, bool before_barrier) {
  Workshare* loop = current_workshare<A>(self);
  if (loop == nullptr) return;  // an end without a start: nothing to leave
  if (needs_settling(*loop)) settle_chunk(self, *loop);
  emit_work<A>(self, *loop, Endpoint::end);
  leave_workshare(self, before_barrier);
}

template void start_loop<events::Observed>(Thread&, const LoopRequest&);
template void start_loop<events::Unobserved>(Thread&, const LoopRequest&);
template bool next_chunk<events::Observed>(Thread&, Chunk&);
template bool next_chunk<events::Unobserved>(Thread&, Chunk&);
template void leave_loop<events::Observed>(Thread&, bool);
template void leave_loop<events::Unobserved>(Thread&, bool);

}  // namespace limpid::core
