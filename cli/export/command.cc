// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "export/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "analysis/analysis.h"
#include "base/failure.h"
#include "export/events.h"
#include "export/formats.h"
#include "export/trace_writer.h"

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
    default:
      return folded(analysis.tree);
  }
}

// Where the bytes go. A file is made when there is something to write.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (file_ != nullptr && !path_.empty()) fclose(file_);
  }

  void write(std::string_view text) {
    if (file_ == nullptr) file_ = path_.empty() ? stdout : fopen(path_.c_str(), "wb");
    if (file_ == nullptr || fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
  }
  void finish() {
    write("");
    FILE* const file = std::exchange(file_, nullptr);
    if ((path_.empty() ? fflush(file) : fclose(file)) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw Failure(kExitBadInput, fmt::format("cannot write {}: {}", path_.empty() ? "to stdout" : path_,
                                             std::strerror(errno)));
  }
  const std::string& path_;
  FILE* file_ = nullptr;
};

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
  for (const analysis::Device& device : analysis.devices) {
    if (device.timed || (device.times.busy_ns() == 0 && device.without_moments == 0)) continue;
    fmt::print(stderr, "limpid: {} of device {} is not in the trace: the recording has no moments for it\n",
               device.without_moments == 0 ? "what was done"
                                           : fmt::format("a part ({} operations)", device.without_moments),
               device.number);
  }
  const uint64_t all_ns = analysis.timeline.untimed.all_ns();
  if (all_ns == 0) return;
  fmt::print(stderr,
             "limpid: {:.3f} s of thread time is not in the trace: the recording kept no moments for it\n",
             static_cast<double>(all_ns) / 1e9);
}

void export_trace(const Options& options, symbols::Symbolizer& symbolizer) {
  Output output(options.output);
  std::unique_ptr<TraceWriter> writer;  // not before it is known that the files can be read
  analysis::Options wanted;
  wanted.selection = options.selection;
  wanted.timeline = true;
  wanted.condense = [&](analysis::Timeline& timeline, const analysis::Analysis& so_far) {
    if (!writer) {
      writer = options.format == Format::otf2
                   ? otf2_writer(options.output)
                   : perfetto_writer([&](std::string_view bytes) { output.write(bytes); });
    }
    writer->add(timeline, so_far);
    timeline.stretches.clear();
    timeline.devices.clear();
  };
  const analysis::Analysis analysis = analysis::analyze(options.files, symbolizer, wanted);
  writer->finish(analysis);
  if (options.format == Format::perfetto) output.finish();
  say_untimed(analysis);
}

// Tracks for all processes, slices of those that were traced.
void export_events(const Options& options, symbols::Symbolizer& symbolizer) {
  if (options.format != Format::perfetto)
    throw Failure(kExitBadUsage, "--events is for --perfetto: expected no other format with it");
  if (options.selection.any())
    throw Failure(kExitBadUsage, "--events is about the whole run: expected no --phase with it");
  Output output(options.output);
  std::string tracks;  // not written before it is known that there is something for them
  bool known = false;
  const std::unique_ptr<EventWriter> writer = perfetto_writer(
      [&](std::string_view bytes) { known ? output.write(bytes) : void(tracks.append(bytes)); });
  analysis::Options wanted;
  wanted.timeline = wanted.traces = true;
  wanted.condense = [&](analysis::Timeline& timeline, const analysis::Analysis& so_far) {
    timeline.stretches.clear();
    writer->add(timeline, so_far);
    timeline.devices.clear();
  };
  const analysis::Analysis analysis = analysis::analyze(options.files, symbolizer, wanted);
  if (analysis.traced.empty()) throw Failure(kExitBadInput, "--events needs a trace: limpid record --trace");
  known = true;
  output.write(tracks);
  write_events(analysis, *writer);
  writer->finish(analysis);
  output.finish();
}

}  // namespace

int run_export(const Options& options) {
  check_output(options);
  symbols::Symbolizer symbolizer;
  if (options.events) {
    export_events(options, symbolizer);
    return kExitOk;
  }
  if (is_trace(options.format)) {
    export_trace(options, symbolizer);
    return kExitOk;
  }
  analysis::Options wanted;
  wanted.selection = options.selection;
  const analysis::Analysis analysis = analysis::analyze(options.files, symbolizer, wanted);
  Output output(options.output);
  output.write(written_as(options.format, analysis));
  output.finish();
  return kExitOk;
}

}  // namespace limpid::cli::exporting
