// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/style.h"
#include "report/json.h"
#include "report/text.h"

namespace limpid::cli::report {

bool wants_traces(const std::vector<analysis::Input>& inputs, const Options& options) {
  if (!options.what_if.empty() && options.selection.any())
    throw Failure(
        kExitBadUsage,
        "--what-if is about the whole run: expected no --region, --focus, --thread, --from or --to with it");
  const bool there = std::any_of(inputs.begin(), inputs.end(), [](const analysis::Input& input) {
    return !input.profile.text("trace").empty();
  });
  return !options.selection.any() && (there || !options.what_if.empty());
}

std::vector<tracing::Result> traces_of(const std::vector<analysis::Input>& inputs,
                                       analysis::Analysis& analysis, const Options& options) {
  if (!wants_traces(inputs, options)) return {};
  return tracing::read_traces(inputs, analysis, {options.what_if, 3});
}

int run_report(const Options& options) {
  std::vector<analysis::Input> inputs = analysis::read_inputs(options.files);
  symbols::Symbolizer symbolizer;
  analysis::Options wanted;
  wanted.fold = !options.no_fold;
  wanted.selection = options.selection;
  wanted.timeline = options.timeline;
  wanted.places = wants_traces(inputs, options);
  analysis::Analysis result = analysis::analyze(inputs, symbolizer, wanted);
  const std::vector<tracing::Result> traces = traces_of(inputs, result, options);
  Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  std::string text = options.json ? json_report(result, options.selection, traces)
                                  : text_report(result, options, style, traces);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0) {
    throw Failure(kExitBadInput, "cannot write the report to stdout");
  }
  return kExitOk;
}

}  // namespace limpid::cli::report
