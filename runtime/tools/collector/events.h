// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From events to events.
#pragma once

#include <stdint.h>

#include "events/emit.h"
#include "omp_collector_api.h"

namespace limpid::core {
struct Team;
}

namespace limpid::tools::collector {

// The event that an event comes from.
struct EventSource {
  events::EventId event;
  events::Observer::Handler handler;
};
const EventSource& source_of(OMP_COLLECTORAPI_EVENT event);

// While the calling thread is in a callback for OMP_EVENT_FORK: the team of the region that is about to
// begin.
const core::Team* forking_team();

}  // namespace limpid::tools::collector
