// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From core's events to the events of the API.
#pragma once

#include <stdint.h>

#include "events/emit.h"
#include "omp_collector_api.h"

namespace limpid::core {
struct Team;
}

namespace limpid::tools::collector {

// Core's event behind an event of the API, and the handler for it.
struct EventSource {
  events::EventId event;
  events::Observer::Handler handler;
};
const EventSource& source_of(OMP_COLLECTORAPI_EVENT event);

// While the calling thread is in a callback for OMP_EVENT_FORK: the team of the region that is about to
// begin.
const core::Team* forking_team();

}  // namespace limpid::tools::collector
