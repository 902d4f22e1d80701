// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "record/summary.h"

#include <fmt/format.h>

#include <filesystem>

#include "analysis/analysis.h"
#include "report/text.h"

namespace limpid::cli::record {
namespace {

namespace fs = std::filesystem;

constexpr size_t kRegionsShown = 3;

std::string shown_path(const std::string& path) {
  std::error_code ignored;
  fs::path relative = fs::relative(path, fs::current_path(ignored), ignored);
  bool below = !ignored && !relative.empty() && relative.begin()->string() != "..";
  return below ? relative.string() : path;
}

std::string size_of(const std::vector<analysis::Input>& outputs) {
  uintmax_t bytes = 0;
  for (const analysis::Input& output : outputs) {
    std::error_code error;
    uintmax_t size = fs::file_size(output.path, error);
    if (!error) bytes += size;
  }
  return bytes < 10000 ? fmt::format("{} bytes", bytes) : fmt::format("{} kB", bytes / 1000);
}

std::string region_lines(const std::vector<analysis::Region>& regions, const Style& style) {
  std::string text;
  for (size_t i = 0; i < regions.size() && i < kRegionsShown; ++i) {
    const analysis::Region& region = regions[i];
    text +=
        fmt::format("  {:<11} {:>7} s in {}  {}  (elapsed {} s, balance {:.2f})\n", i == 0 ? "to gain" : "",
                    seconds_of(region.gain_ns), style.construct(report::short_name(region.place)),
                    report::short_place(region.place), seconds_of(region.elapsed_ns), region.balance);
  }
  return text;
}

std::string files_word(const std::vector<analysis::Input>& outputs) {
  if (outputs.size() <= 3) {
    std::string names;
    for (const analysis::Input& output : outputs)
      names += (names.empty() ? "" : " ") + shown_path(output.path);
    return names;
  }
  return shown_path(fs::path(outputs.front().path).parent_path()) + "/";
}

}  // namespace

std::string summary(const std::vector<analysis::Input>& outputs, const Style& style) {
  symbols::Symbolizer symbolizer;
  analysis::Options options;
  options.frames = false;
  analysis::Analysis result = analysis::analyze(outputs, symbolizer, options);
  const analysis::Run& run = result.run;
  std::string command = run.commands.empty() ? "" : printable(run.commands.front());
  std::string text = fmt::format("{}\n", style.heading("limpid: " + command));
  std::string processes = run.processes > 1 ? fmt::format(" in {} processes", run.processes) : "";
  text += fmt::format("  elapsed     {:>7} s, {} thread{}{}\n", seconds_of(run.elapsed_ns), run.threads,
                      run.threads == 1 ? "" : "s", processes);
  text += fmt::format("  efficiency  {:>7.1f} % (work {} s in {} s of thread time)\n",
                      percent(result.totals.work_ns, run.capacity_ns), seconds_of(result.totals.work_ns),
                      seconds_of(run.capacity_ns));
  text += region_lines(result.regions, style);
  text += fmt::format("  samples     {:>7}, {} lost; recording took {:.2f} % of the processor time\n",
                      run.samples, run.lost, percent(run.own_cpu_ns, run.capacity_ns));
  text += fmt::format("  written     {} ({})\n", files_word(outputs), size_of(outputs));
  text += fmt::format("  next        {}\n", style.heading("limpid report " + files_word(outputs)));
  return text;
}

}  // namespace limpid::cli::record
