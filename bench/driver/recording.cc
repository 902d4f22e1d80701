// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording.h"

#include <fmt/core.h>

#include <stdexcept>

#include "process.h"
#include "verdict.h"

namespace fs = std::filesystem;

namespace bench {
namespace {

Outcome run(const Launch& launch) {
  const Outcome outcome = run_to_end(launch);
  if (outcome.status != 0) {
    throw std::runtime_error(
        fmt::format("{} failed (wait status {:#x})", launch.command.front(), outcome.status));
  }
  return outcome;
}

Outcome run_plain(const RecordingPlan& plan) {
  return run({plan.program, runtime_environment(plan.runtime.folder, plan.threads)});
}

Outcome run_recorded(const RecordingPlan& plan, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directory(folder);
  Launch launch{{plan.limpid.string(), "record", "-o", (folder / "recording").string()},
                {fmt::format("OMP_NUM_THREADS={}", plan.threads)}};
  if (!plan.frequency.empty()) launch.command.insert(launch.command.end(), {"-F", plan.frequency});
  launch.command.push_back("--");
  launch.command.insert(launch.command.end(), plan.program.begin(), plan.program.end());
  const Outcome outcome = run(launch);
  if (fs::is_empty(folder)) throw std::runtime_error("the recorded run left no file");
  return outcome;
}

void print_line(const char* what, const std::vector<double>& plain, const std::vector<double>& recorded) {
  std::vector<double> cost;
  for (std::size_t i = 0; i < plain.size(); ++i) cost.push_back(100 * (recorded[i] / plain[i] - 1));
  fmt::print("{:<10}{:>12.4f}{:>12.4f}{:>+10.2f} %   {:+.2f} to {:+.2f} %\n", what, quantile(plain, 0.5),
             quantile(recorded, 0.5), quantile(cost, 0.5), quantile(cost, 0.25), quantile(cost, 0.75));
}

}  // namespace

void print_recording_cost(const RecordingPlan& plan, const ScratchFolder& scratch) {
  std::vector<double> elapsed[2], cpu[2];
  run_plain(plan);  // warms the file cache
  for (int round = 0; round < plan.rounds; ++round) {
    for (int turn = 0; turn < 2; ++turn) {
      const int recorded = (round + turn) % 2;
      const Outcome outcome = recorded ? run_recorded(plan, scratch.path() / "recorded") : run_plain(plan);
      elapsed[recorded].push_back(outcome.elapsed_s);
      cpu[recorded].push_back(outcome.cpu_s);
    }
  }
  fmt::print("{} rounds, {} threads: {}\n", plan.rounds, plan.threads, plan.program.front());
  fmt::print("{:<10}{:>12}{:>12}{:>12}   quartiles\n", "seconds", "plain", "recorded", "cost");
  print_line("elapsed", elapsed[0], elapsed[1]);
  print_line("processor", cpu[0], cpu[1]);
}

}  // namespace bench
