// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/summary.h"

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>

#include "analysis/analysis.h"
#include "analysis/trace_of.h"
#include "base/failure.h"
#include "report/text.h"

namespace limpid::cli::record {
namespace {

namespace fs = std::filesystem;

std::string shown_path(const std::string& path) {
  std::error_code ignored;
  fs::path relative = fs::relative(path, fs::current_path(ignored), ignored);
  bool below = !ignored && !relative.empty() && relative.begin()->string() != "..";
  return below ? relative.string() : path;
}

std::string size_of(const std::vector<std::string>& outputs) {
  uintmax_t bytes = 0;
  for (const std::string& output : outputs) {
    std::error_code error;
    uintmax_t size = fs::file_size(output, error);
    if (!error) bytes += size;
  }
  return bytes < 10000 ? fmt::format("{} bytes", bytes) : fmt::format("{} kB", bytes / 1000);
}

std::string gain_lines(const analysis::Analysis& result, const Style& style) {
  std::string text;
  for (const analysis::Gain& gain : report::gains_worth_telling(result)) {
    text += fmt::format("  {:<11} {:>7} s  {}\n", text.empty() ? "to gain" : "",
                        style.alarm(seconds_of(gain.gain_ns)), report::gain_of(gain, result.run));
  }
  return text;
}

// Whether the files of this run are all the profiles in their directory.
bool fill_directory(const std::vector<std::string>& outputs) {
  std::error_code error;
  size_t profiles = 0;
  fs::path directory = fs::path(outputs.front()).parent_path();
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    profiles += entry->path().extension() == ".limpid" ? 1 : 0;
  return !error && profiles == outputs.size();
}

std::string directory_of(const std::vector<std::string>& outputs) {
  return shown_path(fs::path(outputs.front()).parent_path()) + "/";
}

// What to give to `limpid report` to be told the same: the files that are counted, or a directory in which
// the others are of this run, too.
std::string files_word(const analysis::Analysis& result, const std::vector<std::string>& outputs) {
  std::string names;
  size_t counted = 0;
  for (const analysis::Process& process : result.processes) {
    if (!process.counted) continue;
    ++counted;
    names += (names.empty() ? "" : " ") + shown_path(process.path);
  }
  return counted > 3 && fill_directory(outputs) ? directory_of(outputs) : names;
}

// Empty if the run was not traced.
std::string trace_line(const std::vector<std::string>& outputs) {
  std::vector<analysis::TraceOf> traces;
  for (const std::string& output : outputs) {
    if (std::optional<analysis::TraceOf> found = analysis::find_trace(analysis::read_input(output)))
      traces.push_back(std::move(*found));
  }
  if (traces.empty()) return {};
  std::string name =
      traces.size() == 1 ? shown_path(traces.front().path) : fmt::format("{} files", traces.size());
  return fmt::format("  trace       {} ({})\n", name, analysis::trace_words(traces));
}

}  // namespace

std::string summary(const std::vector<std::string>& outputs, const Style& style) {
  symbols::Symbolizer symbolizer;
  analysis::Options options;
  options.frames = false;
  analysis::Analysis result = analysis::analyze(outputs, symbolizer, options);
  const analysis::Run& run = result.run;
  const analysis::Times& times = result.totals.times;
  std::string command = run.commands.empty() ? "" : printable(run.commands.front());
  std::string text = fmt::format("{}\n", style.heading("limpid: " + command));
  std::string processes = run.processes > 1 ? fmt::format(" in {} processes", run.processes) : "";
  text += fmt::format("  elapsed     {:>7} s, {} thread{}{}\n", seconds_of(run.elapsed_ns), run.threads,
                      run.threads == 1 ? "" : "s", processes);
  text += fmt::format("  efficiency  {}\n", report::efficiency_of(result.efficiency));
  text += fmt::format("  time        work {} s, wait {} s, blocked {} s, no processor {} s\n",
                      seconds_of(times.work_ns), seconds_of(times.wait_ns), seconds_of(times.blocked_ns),
                      seconds_of(times.no_processor_ns));
  text += gain_lines(result, style);
  text += fmt::format("  samples     {:>7}, {} lost; {}; {:.2f} % own cost\n", run.samples, run.lost,
                      report::rate_of(run), percent(run.own_cpu_ns, times.all_ns()));
  std::string files = files_word(result, outputs);
  std::string written =
      outputs.size() <= 3 ? files : fmt::format("{} files in {}", outputs.size(), directory_of(outputs));
  text += fmt::format("  written     {} ({})\n", written, size_of(outputs));
  text += trace_line(outputs);
  text += fmt::format("  next        {}\n", style.heading("limpid report " + files));
  return text;
}

void sum_up(const std::vector<analysis::Origin>& outputs) {
  std::vector<std::string> files;
  for (const analysis::Origin& output : outputs) files.push_back(output.path);
  try {
    fmt::print(stderr, "{}", summary(files, Style::for_descriptor(STDERR_FILENO, true)));
  } catch (const Failure& failure) {
    fmt::print(stderr, "limpid: {}\n", failure.what());
  }
}

}  // namespace limpid::cli::record
