// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "trace/construct_table.h"
#include "trace/model.h"
#include "trace/picture.h"

namespace limpid::cli::tracing {

// A construct as the report shows it.
struct NamedConstruct {
  Sort sort = Sort::kSerial;
  analysis::Tree::Key place;  // its name is that of the function around it
  uint32_t node = analysis::Tree::kRoot;
  uint32_t region = analysis::Tree::kRoot;
};

// `--what-if NAME=FACTOR`: everything of that name so many times as fast.
struct Change {
  std::string name;
  double factor = 2;
};

struct ChangeResult {
  Change change;
  uint16_t construct = kNoConstruct;  // of one that was not asked for, but is heavy
  bool asked = true;
  uint64_t affected_ns = 0;  // work that it makes faster
  WhatIf what_if;
  uint64_t predicted_ns = 0;
};

// What the trace of one process says.
struct Result {
  size_t process = 0;  // index in Analysis::processes
  Model model;
  std::vector<uint32_t> threads;           // their ids in the profile, by stream
  std::vector<NamedConstruct> constructs;  // by number
  std::vector<ChangeResult> changes;
  Picture picture;        // empty unless it was asked for
  bool recycled = false;  // its beginning was overwritten
};

// What to find out.
struct Wish {
  std::vector<Change> changes;
  bool picture = false;
  size_t heaviest = 3;  // of the critical path's constructs, twice as fast, if there are no changes
};

// How much of one trace is kept for pictures and lists, where there are so many: what is there for all of them together
// does not grow with their number.
size_t stretches_for(size_t traces);
size_t path_spans_for(size_t traces);

// Reads the traces that `analysis` knows of. What cannot be read becomes a note in it. Throws Failure if a change names
// nothing that was recorded.
std::vector<Result> read_traces(analysis::Analysis& analysis, const Wish& wish);

// `loop in solve`, `serial code`.
std::string label(const NamedConstruct& construct);

// The path's work by construct, most first.
std::vector<std::pair<uint16_t, uint64_t>> heaviest_of(const Model& model);

// Reads `NAME=FACTOR`. Throws Failure(kExitBadUsage) that says what is wrong with it.
Change parse_change(const std::string& text);

}  // namespace limpid::cli::tracing
