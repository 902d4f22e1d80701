// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaving a worksharing construct, then its barrier.
#include "core/barrier/workshare_end.h"

#include "core/barrier/barrier.h"
#include "core/loop/loop.h"
#include "core/loop/ring.h"
#include "core/reduce/task_reductions.h"

namespace limpid::core {

template <class A>
void end_loop(Thread& self) {
  leave_loop<A>(self, true);
  barrier<A>(self, events::SyncKind::barrier_implicit_workshare);
  all_have_left(self);
}

template void end_loop<events::Observed>(Thread&);
template void end_loop<events::Unobserved>(Thread&);

bool end_loop_cancellable(Thread& self) {
  leave_loop<events::Observed>(self, true);
  if (barrier_cancellable(self, events::SyncKind::barrier_implicit_workshare)) return true;
  all_have_left(self);
  return false;
}

void end_workshare_reductions(Thread& self, bool cancelled) {
  leave_workshare_reductions(self);
  if (!cancelled) barrier(self, events::SyncKind::barrier_implementation);
}

}  // namespace limpid::core
