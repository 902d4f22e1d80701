// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/text.h"

#include "report/sections.h"
#include "report/tree_text.h"

namespace limpid::cli::report {

using analysis::Analysis;

std::string text_report(const Analysis& analysis, const Options& options, const Style& style,
                        const std::vector<tracing::Result>& traces) {
  std::string text;
  Page page{text, analysis, options, style};
  write_verdict(page);
  write_selection(page);
  write_advice(page);
  write_times(page);
  write_phases(page);
  if (options.timeline) write_timeline(page);
  write_regions(page);
  write_trace(page, traces);
  write_tree(text, analysis, options, style);
  if (options.by == "construct") write_constructs(page);
  if (options.by == "function") write_functions(page);
  if (options.by == "line") write_lines(page);
  write_causes(page);
  write_ranks(page);
  write_devices(page);
  write_processes(page);
  if (options.threads || options.by == "thread") write_threads(page);
  write_recording(page);
  return text;
}

}  // namespace limpid::cli::report
