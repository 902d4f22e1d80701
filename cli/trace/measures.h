// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is summed up while events are read: sizes, waits, and what is not known.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "trace/distribution.h"
#include "trace/section.h"

namespace limpid::cli::tracing {

// A lock, critical or ordered section, by the place that asks for it.
struct LockMeasure {
  uint64_t contended = 0;  // it was not free
  Distribution wait;       // of all that asked, from asking to having it
  Distribution hold;
  Distribution hand_over;  // of those that waited: from the release to having it
};

struct RegionMeasure {
  uint64_t count = 0;
  uint64_t elapsed_ns = 0;
  uint64_t work_ns = 0;  // T1, regions inside included
  uint64_t span_ns = 0;  // T∞
};

enum class Grain : uint8_t { kTask, kChunk };

struct Measures {
  uint64_t events = 0;
  uint64_t lost = 0;  // events that are known to be missing
  uint64_t pauses = 0;
  uint64_t orphans = 0;                       // tasks whose creation was not seen
  uint64_t unknown_ns = 0;                    // thread time of which nothing is known
  uint64_t open_tasks = 0;                    // explicit tasks without an end when events ended
  uint64_t tasks = 0;                         // explicit ones created
  uint64_t most_in_flight = 0;                // explicit tasks created and not complete
  uint64_t in_flight_task_ns = 0;             // their number, over time
  std::map<uint16_t, RegionMeasure> regions;  // by construct
  std::map<std::pair<uint16_t, Grain>, Distribution> grains;        // by construct
  std::map<std::pair<uint16_t, PieceKind>, Distribution> wake_ups;  // by the construct waited in
  std::map<uint16_t, LockMeasure> locks;                            // by construct
};

}  // namespace limpid::cli::tracing
