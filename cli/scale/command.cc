// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scale/command.h"

#include <unistd.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/style.h"
#include "page/command.h"
#include "page/document.h"
#include "scale/json.h"
#include "scale/text.h"

namespace limpid::cli::scale {

namespace {

void write_page(const Scaling& scaling, const std::string& path) {
  nlohmann::ordered_json data;
  data["scaling"] = scaling_object(scaling);
  data["version"] = LIMPID_VERSION;
  const std::string text = data.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  page::write_file(path, page::filled(page::read_empty_page(), "scaling of " + scaling.command, text));
}

}  // namespace

int run_scale(const Options& options) {
  symbols::Symbolizer symbolizer;
  std::vector<analysis::Analysis> runs;
  for (const std::string& run : options.runs) runs.push_back(analysis::analyze({run}, symbolizer, {}));
  const Scaling result = scaling(runs);
  if (!options.html.empty()) {
    write_page(result, options.html);
    return kExitOk;
  }
  const Style style = Style::for_descriptor(STDOUT_FILENO, !options.no_color);
  const std::string text = options.json ? json_scaling(result) : text_scaling(result, style);
  if (fwrite(text.data(), 1, text.size(), stdout) != text.size() || fflush(stdout) != 0)
    throw Failure(kExitBadInput, "cannot write the scaling to stdout");
  return kExitOk;
}

}  // namespace limpid::cli::scale
