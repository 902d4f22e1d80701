// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// masked, of which master is the one with filter(0) (OpenMP 5.1, section 2.8).
#pragma once

#include <stdint.h>

#include "core/team/thread.h"
#include "events/spine.h"

namespace limpid::core {

template <class A>
inline bool masked_observed() {
  return events::listening_as<A>(events::Event::masked);
}

inline bool executes_masked(const Thread& self, int32_t filter) {
  return static_cast<int64_t>(self.index) == filter;
}

inline void state_masked(Thread& self, events::Endpoint endpoint) {
  events::emit<events::Masked>(self, endpoint, *self.team, *self.task, self.return_address);
}

}  // namespace limpid::core
