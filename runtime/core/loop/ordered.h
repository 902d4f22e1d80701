// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ordered construct of loops whose chunks are handed out in order.
//
// The turn is the first iteration whose chunk may execute its ordered regions. A member that has the chunk
// [a, b) waits until the turn is a, and passes b on as soon as all ordered regions of the chunk are done:
// with the last one if every iteration had one, else when it asks for its next chunk. Only the thread that
// has the turn changes it.
//
// Orders   [ordered.pass] seq_cst exchange, pairs with [ordered.take] seq_cst load: later ordered regions see
//          the writes of earlier ones. A sleeper waits at the bell of the iteration that it waits for,
//          see bell.h.
#pragma once

namespace limpid::core {

struct Thread;

// GOMP_ordered_start and _end. Outside an ordered loop they do nothing. Built for events::Observed and
// events::Unobserved.
template <class A>
void begin_ordered(Thread& self);
template <class A>
void end_ordered(Thread& self);

// The member is done with its chunk: waits for its turn if the chunk has not had it yet, and passes it on.
void pass_turn(Thread& self);

}  // namespace limpid::core
