// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/command.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "export/formats.h"

namespace limpid::cli::exporting {
namespace {

std::string written_as(Format format, const analysis::Analysis& analysis) {
  switch (format) {
    case Format::speedscope:
      return speedscope(analysis);
    case Format::hatchet:
      return hatchet(analysis.tree);
    case Format::folded:
      break;
  }
  return folded(analysis.tree);
}

[[noreturn]] void fail(const std::string& output) {
  throw Failure(kExitBadInput, fmt::format("cannot write {}: {}", output.empty() ? "to stdout" : output,
                                           std::strerror(errno)));
}

void write_to(const std::string& output, const std::string& text) {
  FILE* const file = output.empty() ? stdout : fopen(output.c_str(), "wb");
  if (file == nullptr) fail(output);
  const bool whole = fwrite(text.data(), 1, text.size(), file) == text.size();
  const int end = output.empty() ? fflush(file) : fclose(file);
  if (!whole || end != 0) fail(output);
}

}  // namespace

int run_export(const Options& options) {
  symbols::Symbolizer symbolizer;
  const analysis::Analysis analysis = analysis::analyze(analysis::read_inputs(options.files), symbolizer, {});
  write_to(options.output, written_as(options.format, analysis));
  return kExitOk;
}

}  // namespace limpid::cli::exporting
