// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "export/formats.h"
#include "export/otf2.h"

namespace limpid::cli::exporting {
namespace {

// Made of the timeline, not of the tree.
bool is_trace(Format format) {
  return format == Format::perfetto || format == Format::otf2;
}

std::string written_as(Format format, const analysis::Analysis& analysis) {
  switch (format) {
    case Format::speedscope:
      return speedscope(analysis);
    case Format::hatchet:
      return hatchet(analysis.tree);
    case Format::pprof:
      return pprof(analysis);
    case Format::perfetto:
      return perfetto(analysis);
    case Format::folded:
    case Format::otf2:
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

void check_output(const Options& options) {
  if (!options.output.empty()) return;
  if (options.format == Format::otf2)
    throw Failure(kExitBadUsage, "--otf2 writes a directory: expected -o DIRECTORY");
  const bool binary = options.format == Format::pprof || options.format == Format::perfetto;
  if (binary && isatty(STDOUT_FILENO) != 0)
    throw Failure(kExitBadUsage, "this format is binary, and stdout is a terminal: expected -o FILE");
}

// Nothing is left out in silence.
void say_untimed(const analysis::Analysis& analysis) {
  const uint64_t all_ns = analysis.timeline.untimed.all_ns();
  if (all_ns == 0) return;
  fmt::print(stderr,
             "limpid: {:.3f} s of thread time is not in the trace: the recording kept no moments for it\n",
             static_cast<double>(all_ns) / 1e9);
}

}  // namespace

int run_export(const Options& options) {
  check_output(options);
  symbols::Symbolizer symbolizer;
  analysis::Options wanted;
  wanted.timeline = is_trace(options.format);
  const analysis::Analysis analysis = analysis::analyze(options.files, symbolizer, wanted);
  if (options.format == Format::otf2) {
    write_otf2(analysis, options.output);
  } else {
    write_to(options.output, written_as(options.format, analysis));
  }
  if (is_trace(options.format)) say_untimed(analysis);
  return kExitOk;
}

}  // namespace limpid::cli::exporting
