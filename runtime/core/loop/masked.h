// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The masked construct; master is masked with filter(0) (OpenMP 5.1, section 2.8).
#pragma once

#include <stdint.h>

#include "core/data/thread.h"
#include "events/emit.h"

namespace limpid::core {

template <class A>
inline bool masked_observed() {
  return events::is_observed_as<A>(events::EventId::masked);
}

inline bool executes_masked(const Thread& self, int32_t filter) {
  return static_cast<int64_t>(self.index) == filter;
}

inline void emit_masked(Thread& self, events::Endpoint endpoint) {
  events::emit<events::Masked>(self, endpoint, *self.team, *self.task, self.return_address);
}

}  // namespace limpid::core
