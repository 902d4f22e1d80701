// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The end of the workers while the program goes on.
#pragma once

#include "core/data/thread.h"

namespace limpid::core {

// Ends the workers of the caller's cached teams, and those in the pool, and waits until they have emitted their
// ends and destroyed their copies of threadprivate variables. Later regions start new ones. False: the caller
// is in a region, whose workers are left as they are. Null: the caller has never used OpenMP.
bool end_idle_workers(const Thread* self);

}  // namespace limpid::core
