// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/command.h"

#include <unistd.h>

#include <cstdio>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/style.h"
#include "scale/json.h"
#include "scale/text.h"

namespace limpid::cli::scale {

int run_scale(const Options& options) {
  symbols::Symbolizer symbolizer;
  std::vector<analysis::Analysis> runs;
  for (const std::string& run : options.runs) runs.push_back(analysis::analyze({run}, symbolizer, {}));
  const Scaling result = scaling(runs);
  const Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  const std::string text = options.json ? json_scaling(result) : text_scaling(result, style);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0)
    throw Failure(kExitBadInput, "cannot write the scaling to stdout");
  return kExitOk;
}

}  // namespace limpid::cli::scale
