// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ends of worksharing constructs at which the team waits.
#pragma once

#include "core/data/thread.h"

namespace limpid::core {

// The thread leaves a loop or sections construct and waits for the team. Built for events::Observed and
// events::Unobserved. The end with nowait is end_loop_nowait() in core/loop/loop.h.
template <class A>
void end_loop(Thread& self);

// The same; ends early if the region is cancelled. Returns whether it was.
bool end_loop_cancellable(Thread& self);

// The thread leaves a construct with reduction(task, ...), whose own barrier has passed, and waits until
// thread 0 has combined the copies. cancelled: the region is; nobody waits.
void end_workshare_reductions(Thread& self, bool cancelled);

}  // namespace limpid::core
