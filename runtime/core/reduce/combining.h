// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of a reduction clause: each thread brings its copies into the variables. The compiler has the code
// for it, the runtime says how and keeps the threads apart.
#pragma once

#include <stdint.h>

#include "core/loop/workshare.h"

namespace limpid::core {

class LockWord;
struct Thread;

// What the compiler's code can do.
struct CombiningMeans {
  bool atomic = false;  // it has atomic operations for all variables
  uint32_t variables = 1;
};

// The thread may combine its copies now, in the way that is returned: alone, exclusive or atomic. All threads
// of the team get the same answer. lock: the construct's. Built for events::Observed and events::Unobserved.
template <class A>
Combining begin_combining(Thread& self, LockWord& lock, const CombiningMeans& means);

// Done. After atomic combining this call may be missing.
template <class A>
void end_combining(Thread& self, LockWord& lock);

// Of the reduction that the thread began last.
Combining current_combining(const Thread& self);

}  // namespace limpid::core
