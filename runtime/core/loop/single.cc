// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses the thread that executes a single construct, and hands copyprivate data over.
#include "core/loop/single.h"

#include "base/check.h"
#include "core/data/wait_scope.h"
#include "core/loop/waiting.h"
#include "events/emit.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

using events::Endpoint;
using events::WorkKind;

void emit_other(Thread& self) {
  for (Endpoint endpoint : {Endpoint::begin, Endpoint::end}) {
    events::emit<events::Work>(self, WorkKind::single_other, endpoint, *self.team, *self.task, uint64_t{1},
                               self.return_address);
  }
}

}  // namespace

template <class A>
bool take_single(Thread& self) {
  end_inlined(self);
  const bool executes = take_next_single(self);
  if (events::is_observed_as<A>(events::EventId::work)) {
    executes ? begin_inlined_now(self, WorkKind::single_executor) : emit_other(self);
  }
  return executes;
}

void end_single(Thread& self) {
  end_inlined_explicitly(self);
}

void* await_copy(Thread& self) {
  Team& team = *self.team;
  WorkshareRing& ring = team.workshares;
  const uint64_t copies = ++self.member->workshares.copies;
  const FullWait waiting(self, NoWaitEvents(State::wait_barrier_implicit_workshare),
                         reinterpret_cast<uint64_t>(&ring.copies));
  bool published = false;
  wait_at(self, ring.copy_bell, [&] {
    published = ring.copies.load(std::memory_order_seq_cst) >= copies;  // [single.copied]
    // Pairs with the exchange in cancel_region(), which rings copy_bell.
    return published || team.cancelled.load(std::memory_order_seq_cst);
  });
  return published ? ring.copied : nullptr;
}

template <class A>
void* take_single_or_copy(Thread& self) {
  if (take_single<A>(self)) return nullptr;
  await_copy(self);
  return self.team->workshares.copied;
}

template bool take_single<events::Observed>(Thread&);
template bool take_single<events::Unobserved>(Thread&);
template void* take_single_or_copy<events::Observed>(Thread&);
template void* take_single_or_copy<events::Unobserved>(Thread&);

void publish_copy(Thread& self, void* address) {
  end_inlined(self);
  WorkshareRing& ring = self.team->workshares;
  // Values are published one by one: all members have read the previous one, or the region is cancelled.
  LIMPID_DCHECK(ring.copies.load(std::memory_order_relaxed) == self.member->workshares.copies ||
                self.team->cancelled.load(std::memory_order_relaxed));
  ring.copied = address;
  ring.copies.store(++self.member->workshares.copies, std::memory_order_seq_cst);  // [single.publish]
  ring.copy_bell.ring();
}

}  // namespace limpid::core
