// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/command.h"

#include <unistd.h>

#include <cstdio>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/style.h"
#include "report/json.h"
#include "report/sections.h"
#include "report/text.h"

namespace limpid::cli::report {

bool wants_traces(const Options& options) {
  if (!options.what_if.empty() && options.selection.any())
    throw Failure(
        kExitBadUsage,
        "--what-if is about the whole run: expected no --region, --focus, --thread, --from or --to with it");
  return !options.selection.any();
}

int run_report(const Options& options) {
  symbols::Symbolizer symbolizer;
  analysis::Options wanted;
  wanted.fold = !options.no_fold;
  wanted.selection = options.selection;
  wanted.timeline = options.timeline;
  wanted.condense = keep_shown;
  wanted.traces = wants_traces(options);
  analysis::Analysis result = analysis::analyze(options.files, symbolizer, wanted);
  const std::vector<tracing::Result> traces = tracing::read_traces(result, {options.what_if});
  Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  std::string text = options.json ? json_report(result, options.selection, traces)
                                  : text_report(result, options, style, traces);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0) {
    throw Failure(kExitBadInput, "cannot write the report to stdout");
  }
  return kExitOk;
}

}  // namespace limpid::cli::report
