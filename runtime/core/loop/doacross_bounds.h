// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doacross loops of compilers that pass the dimensions in a separate call before the loop.
#pragma once

#include <stdint.h>

#include "core/data/member.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "core/loop/loop.h"

namespace limpid::core {

// The thread's next loop is a doacross loop. bounds must stay readable until the loop is over.
inline void announce_doacross(Thread& self, const DoacrossBounds* bounds, uint32_t dimensions) {
  self.member->workshares.doacross.bounds = bounds;
  self.member->workshares.doacross.announced = dimensions;
}

inline bool doacross_is_announced(const Thread& self) {
  return self.member->workshares.doacross.announced != 0;
}

// start_loop() for the loop that was announced. request has the loop, its iterations and their schedule.
void start_announced_doacross(Thread& self, LoopRequest& request);

// post and wait, with the program's own values of the iteration variables, one for each dimension.
// post_iteration() is built for events::Observed and events::Unobserved.
template <class A>
void post_iteration(Thread& self, const int64_t* values);
void wait_for_iteration(Thread& self, const int64_t* values);

}  // namespace limpid::core
