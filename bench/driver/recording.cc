// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recording.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "process.h"
#include "trace_reader.h"
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

struct Traced {
  std::uint64_t events = 0, bytes = 0, lost = 0;
};

Traced read_traces(const fs::path& folder) {
  Traced all;
  for (const auto& entry : fs::directory_iterator(folder)) {
    limpid::trace::TraceFile file;
    std::string ignored;
    if (!entry.path().string().ends_with(limpid::trace::kNameSuffix) || !file.open(entry.path(), &ignored))
      continue;
    all.events += file.events();
    all.bytes += file.bytes();
    all.lost += file.header().lost;
  }
  return all;
}

Outcome run_recorded(const RecordingPlan& plan, const fs::path& folder, bool trace) {
  fs::remove_all(folder);
  fs::create_directory(folder);
  Launch launch{{plan.limpid.string(), "record", "-o", (folder / "recording").string()},
                {fmt::format("OMP_NUM_THREADS={}", plan.threads)}};
  if (!plan.frequency.empty()) launch.command.insert(launch.command.end(), {"-F", plan.frequency});
  if (trace) launch.command.insert(launch.command.end(), {"--trace", "--trace-size", "16G"});
  launch.command.push_back("--");
  launch.command.insert(launch.command.end(), plan.program.begin(), plan.program.end());
  const Outcome outcome = run(launch);
  if (fs::is_empty(folder)) throw std::runtime_error("the recorded run left no file");
  return outcome;
}

void print_line(const char* what, const std::vector<double>& plain, const std::vector<double>& other) {
  std::vector<double> cost;
  for (std::size_t i = 0; i < plain.size(); ++i) cost.push_back(100 * (other[i] / plain[i] - 1));
  fmt::print("{:<20}{:>12.4f}{:>12.4f}{:>+10.2f} %   {:+.2f} to {:+.2f} %\n", what, quantile(plain, 0.5),
             quantile(other, 0.5), quantile(cost, 0.5), quantile(cost, 0.25), quantile(cost, 0.75));
}

// The series of one kind of run.
struct Runs {
  std::vector<double> elapsed, cpu;
  void add(const Outcome& outcome) {
    elapsed.push_back(outcome.elapsed_s);
    cpu.push_back(outcome.cpu_s);
  }
};

// All processor time of a traced run beyond that of a recorded one is laid on its events: the threads', and that
// of the thread which makes blocks.
void print_event_cost(const Runs& recorded, const Runs& traced, const std::vector<Traced>& traces) {
  std::vector<double> ns;
  Traced all;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const Traced& t = traces[i];
    all.events += t.events;
    all.bytes += t.bytes;
    all.lost += t.lost;
    const double events = static_cast<double>(t.events + t.lost);
    if (events > 0) ns.push_back(1e9 * (traced.cpu[i] - recorded.cpu[i]) / events);
  }
  if (ns.empty()) throw std::runtime_error("the traced runs have no events");
  const double least_cpu = *std::min_element(traced.cpu.begin(), traced.cpu.end()) -
                           *std::min_element(recorded.cpu.begin(), recorded.cpu.end());
  const double events = static_cast<double>(all.events + all.lost) / static_cast<double>(traces.size());
  fmt::print(
      "an event: {:.1f} ns of processor time ({:.1f} to {:.1f}; by the least of both {:.1f}), {:.2f} bytes; "
      "{:.0f} events a run, {} lost\n",
      quantile(ns, 0.5), quantile(ns, 0.25), quantile(ns, 0.75), 1e9 * least_cpu / events,
      static_cast<double>(all.bytes) / static_cast<double>(std::max<std::uint64_t>(1, all.events)), events,
      all.lost);
}

}  // namespace

void print_recording_cost(const RecordingPlan& plan, const ScratchFolder& scratch) {
  Runs plain, recorded, traced;
  std::vector<Traced> traces;
  const fs::path folder = scratch.path() / "recorded";
  run_plain(plan);  // warms the file cache
  const int kinds = plan.trace ? 3 : 2;
  for (int round = 0; round < plan.rounds; ++round) {
    for (int turn = 0; turn < kinds; ++turn) {
      const int kind = (round + turn) % kinds;
      if (kind == 0) plain.add(run_plain(plan));
      if (kind == 1) recorded.add(run_recorded(plan, folder, false));
      if (kind != 2) continue;
      traced.add(run_recorded(plan, folder, true));
      traces.push_back(read_traces(folder));
    }
  }
  fmt::print("{} rounds, {} threads: {}\n", plan.rounds, plan.threads, plan.program.front());
  fmt::print("{:<20}{:>12}{:>12}{:>12}   quartiles\n", "seconds", "plain", "recorded", "cost");
  print_line("elapsed", plain.elapsed, recorded.elapsed);
  print_line("processor", plain.cpu, recorded.cpu);
  if (!plan.trace) return;
  print_line("elapsed, traced", plain.elapsed, traced.elapsed);
  print_line("processor, traced", plain.cpu, traced.cpu);
  print_event_cost(recorded, traced, traces);
}

}  // namespace bench
