// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a reduction clause: each thread combines its copies into the variables. The compiler has the
// code for it; the runtime chooses the method and provides the exclusion.
#pragma once

#include <stdint.h>

#include "core/data/workshare.h"

namespace limpid::core {

class LockWord;
struct Thread;

// What the compiler's code can do.
struct CombiningMeans {
  bool atomic = false;  // it has atomic operations for all variables
  uint32_t variables = 1;
};

// After the return the thread may combine its copies, by the returned method: alone, exclusive or atomic. It
// is the same for all threads of the team. lock: the construct's. Built for events::Observed and
// events::Unobserved.
template <class A>
Combining begin_combining(Thread& self, LockWord& lock, const CombiningMeans& means);

// The thread has combined its copies. This call may be missing after atomic combining.
template <class A>
void end_combining(Thread& self, LockWord& lock);

// The method of the reduction that the thread began last.
Combining current_combining(const Thread& self);

}  // namespace limpid::core
