// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "trace/construct_table.h"
#include "trace/measures.h"
#include "trace/path.h"
#include "trace/section.h"
#include "trace/source.h"

namespace limpid::cli::tracing {

struct PathTotal {
  uint64_t ns = 0;
  uint64_t segments = 0;
};

// A stretch of time in which the path was on one thread.
struct PathSpan {
  uint32_t thread = kNone;  // kNone: it is not known whose
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
};

// What a trace says, all of it together.
struct Model {
  uint64_t begin_ns = 0;  // of the first event
  uint64_t end_ns = 0;    // of the last
  size_t threads = 0;
  Measures measures;
  uint64_t work_ns = 0;           // T1
  std::vector<uint64_t> work_of;  // by construct
  uint64_t span_ns = 0;           // T∞
  uint64_t held_ns = 0;           // the part of each section under its most used lock
  uint64_t replayed_ns = 0;       // what the list scheduler makes of the run as it was
  bool replayed_whole = true;
  std::map<std::pair<uint16_t, PathKind>, PathTotal> path;  // by construct
  std::vector<PathSpan> path_spans;                         // in order of time
  uint64_t path_grain_ns = 0;                               // shorter spans are joined with those around them

  uint64_t elapsed_ns() const { return end_ns - begin_ns; }
  double mean_in_flight() const {
    return elapsed_ns() == 0
               ? 0
               : static_cast<double>(measures.in_flight_task_ns) / static_cast<double>(elapsed_ns());
  }
};

// What no number of threads can be faster than, and what a greedy scheduler is not slower than.
struct Bounds {
  uint64_t least_ns = 0;
  uint64_t most_ns = 0;
};
Bounds bounds_for(const Model& model, uint64_t threads);

// By construct: what is left of the time of its work.
using SpeedOf = std::function<double(const Construct&)>;

struct WhatIf {
  uint64_t replayed_ns = 0;  // with the threads that the run had
  uint64_t work_ns = 0;
  uint64_t span_ns = 0;
};

// What the threads did, for pictures: called for each section in order of time. May be empty.
using SectionSink = std::function<void(const Section&)>;

inline constexpr size_t kMostPathSpans = 20'000;

// Reads the events from their begin. Keeps at most so many spans of the path.
Model read_model(EventSource& source, ConstructTable& constructs, const SectionSink& each_section = nullptr,
                 size_t most_path_spans = kMostPathSpans);

// Reads them again, and computes the run as it would be. One result for each of `changes`.
std::vector<WhatIf> read_what_ifs(EventSource& source, ConstructTable& constructs,
                                  const std::vector<SpeedOf>& changes);

// The run's time with a change: what was measured, less what the list scheduler gains by the change. Delays that
// it knows nothing of stay as they were.
uint64_t predicted_ns(const Model& model, const WhatIf& change);

}  // namespace limpid::cli::tracing
