// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From facts to events.
#pragma once

#include <stdint.h>

#include "events/spine.h"
#include "omp_collector_api.h"

namespace limpid::core {
struct Team;
}

namespace limpid::tools::collector {

// The fact that an event comes from.
struct EventSource {
  events::Event fact;
  events::Listener::Handler handler;
};
const EventSource& source_of(OMP_COLLECTORAPI_EVENT event);

// While the calling thread is in a callback for OMP_EVENT_FORK: the team of the region that is about to
// begin.
const core::Team* forking_team();

}  // namespace limpid::tools::collector
