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

namespace limpid::core {

struct Thread;

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
