// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "page/command.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "base/layout.h"
#include "page/document.h"
#include "report/command.h"

namespace limpid::cli::page {
std::string read_empty_page() {
  const std::string path = find_layout().page;
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file || text.empty())
    throw Failure(
        kExitBadInput,
        fmt::format("this installation has no pages: {} is missing (it is made where npm is)", path));
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  FILE* const file = fopen(path.c_str(), "wb");
  const bool whole = file != nullptr && fwrite(text.data(), 1, text.size(), file) == text.size();
  const bool closed = file != nullptr && fclose(file) == 0;
  if (!whole || !closed)
    throw Failure(kExitBadInput, fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

int write_page(const report::Options& options) {
  const std::string empty_page = read_empty_page();
  symbols::Symbolizer symbolizer;
  analysis::Options wanted;
  wanted.fold = !options.no_fold;
  wanted.selection = options.selection;
  wanted.timeline = true;
  wanted.condense = keep_small;
  wanted.traces = report::wants_traces(options);
  analysis::Analysis result = analysis::analyze(options.files, symbolizer, wanted);
  const std::vector<tracing::Result> traces = tracing::read_traces(result, {options.what_if, true});
  write_file(options.html, document(result, options.selection, empty_page, traces));
  return kExitOk;
}

}  // namespace limpid::cli::page
