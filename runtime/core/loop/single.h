// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The single construct. Every member numbers the single constructs of a region as it encounters them; the
// team counts those that are taken. A member whose number is below the count is too late. The member that
// moves the count past its number executes the construct.
//
// Orders   [single.take] relaxed CAS: it publishes no data; the executor's writes become visible at the
//          barrier.
//          [single.publish] the copyprivate address, then a seq_cst store of the number of copies;
//          [single.copied] seq_cst load by the waiting threads. All members pass a barrier before the next
//          single, so the address is not overwritten early.
#pragma once

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/loop/inlined.h"

namespace limpid::core {

// Takes the member's next construct, without events. No load before the CAS: a CAS that fails costs no more
// than the load, one that succeeds saves it. One that fails tells how far the others are: this member leaves
// the constructs up to there to them, and the count's line where it is. A team of one thread needs no CAS.
[[gnu::always_inline]] inline bool take_next_single(Thread& self) {
  sync::Atomic<uint64_t>& singles = self.team->workshares.singles;
  WorkshareCursor& cursor = self.member->workshares;
  const uint64_t number = cursor.singles++;
  note_construct_end(self);
  // All constructs that this member encountered before are taken: it tried each itself, or knew.
  LIMPID_DCHECK(singles.load(std::memory_order_relaxed) >= number);
  if (number < cursor.singles_gone) return false;
  if (self.team_size == 1) {
    singles.store(number + 1, std::memory_order_relaxed);
    return true;
  }
  uint64_t count = number;
  if (singles.compare_exchange_strong(count, number + 1, std::memory_order_relaxed))
    return true;  // [single.take]
  LIMPID_DCHECK(count > number);
  // It lost the construct before as well, so the winner comes for the next one now: a pause leaves it the line.
  if (number == cursor.singles_gone) sync::relax();
  cursor.singles_gone = count;
  return false;
}

// Nothing but take_next_single() is to be done for the construct. All members contend for the count, so entry
// points ask this before they construct an EntryScope.
inline bool single_is_plain(const Thread& self) {
  return self.observers.are_absent() && !self.member->workshares.inlined.open;
}

// True for one member of the team. Built for events::Observed and events::Unobserved.
template <class A>
bool take_single(Thread& self);

// The executor's part is over, for compilers that report it.
void end_single(Thread& self);

// single with copyprivate: null for the executor, which must call publish_copy(); else the address it
// published.
template <class A>
void* take_single_or_copy(Thread& self);
void publish_copy(Thread& self, void* address);

// The next address that the executor of the last single construct publishes. Null: the region is cancelled
// and no address is published.
void* await_copy(Thread& self);

}  // namespace limpid::core
