// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "analysis/analysis.h"
#include "base/style.h"
#include "report/options.h"

namespace limpid::cli::report {

// What a section is written from, and to.
struct Page {
  std::string& text;
  const analysis::Analysis& analysis;
  const Options& options;
  const Style& style;
};

// The sections of the report on a screen, in their order. Each appends its lines and an empty one; one that
// has nothing to say appends nothing.
void write_verdict(const Page& page);  // what was run, how much of its threads was used, what is to be gained
void write_selection(const Page& page);  // which part of the run all that follows is about
void write_advice(const Page& page);     // what to change, where the recording gives reason for it
void write_times(const Page& page);
void write_phases(const Page& page);    // those that the program named
void write_timeline(const Page& page);  // what each thread did when, a letter for each stretch of time
// For analysis::Options::condense: keeps of the timeline what write_timeline() shows.
void keep_shown(analysis::Timeline& timeline, const analysis::Analysis& so_far);
void write_trace(const Page& page,
                 const std::vector<tracing::Result>& traces);  // work and span, critical path, ...
void write_regions(const Page& page);
void write_constructs(const Page& page);
void write_functions(const Page& page);
void write_lines(const Page& page);
void write_causes(const Page& page);
void write_ranks(const Page& page);    // how MPI ranks shared the work, beside how their threads did
void write_devices(const Page& page);  // what offload devices did for which construct
void write_processes(const Page& page);
void write_threads(const Page& page);
void write_recording(const Page& page);  // how the numbers came about

}  // namespace limpid::cli::report
