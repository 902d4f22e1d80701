// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single. The single constructs of a region are numbered by every member as it meets them; the team counts
// those that are taken. A member whose number is below the count is too late, the one that moves the count
// past its number executes the construct.
//
// Orders   [single.take] relaxed CAS: nothing is handed over; what the executor wrote becomes visible at
//          the barrier.
//          [single.publish] the copyprivate address, then a seq_cst store of the number of copies;
//          [single.copied] seq_cst load by those who wait. All members pass a barrier before the next
//          single, so the address is not overwritten early.
#pragma once

namespace limpid::core {

struct Thread;

// True for one member of the team. Built for events::Observed and events::Unobserved.
template <class A>
bool take_single(Thread& self);

// The executor's part is over, for compilers that say so.
void end_single(Thread& self);

// single with copyprivate: null for the executor, which must call publish_copy(); else the address it
// published.
template <class A>
void* take_single_or_copy(Thread& self);
void publish_copy(Thread& self, void* address);

// The next address that the executor of the last single construct publishes. Null: the region is cancelled
// and nothing comes.
void* await_copy(Thread& self);

}  // namespace limpid::core
