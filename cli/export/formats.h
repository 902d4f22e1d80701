// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The call tree in the formats of other tools (trace_writer.h has those of the timeline). The sum of what each of them
// shows is the thread time of the report: the same classes of time, waiting included.
#pragma once

#include <string>

#include "analysis/analysis.h"

namespace limpid::cli::exporting {

// One line for each path with time of its own: names separated by `;`, a space, nanoseconds. Read by flamegraph.pl,
// inferno, and most viewers.
std::string folded(const analysis::Tree& tree);

// One JSON object, as https://www.speedscope.app/file-format-schema.json describes it: a profile of weighted stacks.
std::string speedscope(const analysis::Analysis& analysis);

// The JSON form of Hatchet's literals: json.load() of it is what GraphFrame.from_literal() takes. Metrics: `time` and
// `time (inc)`, in seconds.
std::string hatchet(const analysis::Tree& tree);

// A profile.proto, packed by gzip, as `go tool pprof` and most services read it: stacks with `time`, and `work`, `wait`,
// `blocked` and `no_processor`, which add up to it, in nanoseconds.
std::string pprof(const analysis::Analysis& analysis);

}  // namespace limpid::cli::exporting
