// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/command.h"

#include <unistd.h>

#include <cstdio>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/style.h"
#include "report/json.h"
#include "report/text.h"

namespace limpid::cli::report {

int run_report(const Options& options) {
  std::vector<analysis::Input> inputs = analysis::read_inputs(options.files);
  symbols::Symbolizer symbolizer;
  analysis::Options wanted;
  wanted.fold = !options.no_fold;
  wanted.selection = options.selection;
  wanted.timeline = options.timeline;
  analysis::Analysis result = analysis::analyze(inputs, symbolizer, wanted);
  Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  std::string text =
      options.json ? json_report(result, options.selection) : text_report(result, options, style);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0) {
    throw Failure(kExitBadInput, "cannot write the report to stdout");
  }
  return kExitOk;
}

}  // namespace limpid::cli::report
