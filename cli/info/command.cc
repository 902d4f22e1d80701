// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "info/command.h"

#include <fmt/format.h>
#include <unistd.h>

#include "analysis/input.h"
#include "analysis/part.h"
#include "analysis/trace_of.h"
#include "base/failure.h"
#include "base/layout.h"
#include "base/style.h"
#include "info/program.h"

namespace limpid::cli::info {
namespace {

const char* presence(const std::string& path) {
  return access(path.c_str(), R_OK) == 0 ? "" : "  (missing)";
}

void describe_installation() {
  Layout layout = find_layout();
  fmt::print("limpid {}\n  runtime   {}{}\n  recorder  {}{}\n", LIMPID_VERSION, layout.runtime,
             presence(layout.runtime), layout.recorder, presence(layout.recorder));
}

const char* ending_of(const profile::Profile& profile) {
  if (!profile.finished) return "not recorded: killed, or still running";
  switch (static_cast<profile::FinishReason>(profile.finish.reason)) {
    case profile::FinishReason::kStopped:
      return "before the program did: the file could not grow";
    case profile::FinishReason::kAtOnce:
      return "in order, by _exit()";
    case profile::FinishReason::kExec:
      return "when the process became another program";
    case profile::FinishReason::kGone:
      return "without a word to the recorder";
    case profile::FinishReason::kEnded:
      return "before the program did: by omp_control_tool, or because limpid let go of it";
    default:
      return "in order";
  }
}

std::string trace_details(const trace::TraceFile& file) {
  std::string text;
  if (file.has(trace::FileFlag::kChunks)) text += ", with the chunks of loops";
  if (file.has(trace::FileFlag::kRecycles)) text += ", only the end of the run";
  if (!file.has(trace::FileFlag::kFinished)) text += ", not finished";
  return text;
}

void describe_trace_of(const analysis::Input& input) {
  std::optional<analysis::TraceOf> found = analysis::find_trace(input);
  if (!found && input.profile.text("trace").empty()) return;
  if (!found) return fmt::print("  trace     is not here, or is another run's\n");
  fmt::print("  trace     {}: {}{}\n", printable(found->path), analysis::trace_words({*found}),
             trace_details(found->file));
}

void describe_trace(const std::string& path) {
  analysis::TraceOf trace{path, {}};
  std::string error;
  if (!trace.file.open(path, &error)) throw Failure(kExitBadInput, fmt::format("{}: {}", path, error));
  const trace::FileHeader& h = trace.file.header();
  fmt::print("{}: Limpid trace, format {}.{}\n", path, h.version_major, h.version_minor);
  fmt::print("  process   {}\n", h.pid);
  fmt::print("  holds     {} threads, {}{}\n", trace.file.threads().size(), analysis::trace_words({trace}),
             trace_details(trace.file));
}

void describe_profile(const std::string& file) {
  const analysis::Input input = analysis::read_input(file);
  const profile::Profile& profile = input.profile;
  fmt::print("{}: Limpid profile, format {}.{}\n", file, profile.header.version_major,
             profile.header.version_minor);
  fmt::print("  process   {}{}\n", profile.run.pid,
             profile.run.mpi_rank >= 0 ? fmt::format(", MPI rank {}", profile.run.mpi_rank) : "");
  const uint64_t recorded_ns = analysis::recorded_ns(profile);
  const uint64_t paused_ns = analysis::end_of(profile) - recorded_ns;
  fmt::print("  elapsed   {} s{}\n", seconds_of(recorded_ns),
             paused_ns == 0 ? "" : fmt::format(", and {} s paused", seconds_of(paused_ns)));
  fmt::print("  ended     {}\n", ending_of(profile));
  fmt::print(
      "  holds     {} threads, {} modules, {} tree nodes, {} sample records, {} regions, {} task "
      "constructs\n",
      profile.threads.size(), profile.modules.size(), profile.nodes.size(), profile.samples.size(),
      profile.regions.size(), profile.tasks.size());
  describe_trace_of(input);
  if (profile.skipped > 0) fmt::print("  skipped   {} records that make no sense here\n", profile.skipped);
  if (profile.damaged) fmt::print("  damaged   the file ends at bytes that are no record\n");
  for (const auto& [name, value] : profile.info) {
    std::string text = name == "command" ? analysis::command_of(profile, false) : value;
    fmt::print("  {} = {}\n", printable(name), printable(text));
  }
  for (const std::string& note : profile.notes) fmt::print("  note: {}\n", printable(note));
}

}  // namespace

int run_info(const std::string& file) {
  if (file.empty()) {
    describe_installation();
  } else if (analysis::is_trace(file)) {
    describe_trace(file);
  } else if (analysis::is_profile(file) || file.ends_with(".limpid")) {
    describe_profile(file);
  } else {
    describe_program(file);
  }
  return kExitOk;
}

}  // namespace limpid::cli::info
