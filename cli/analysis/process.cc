// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/process.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace limpid::cli::analysis {
namespace {

bool same_process(const profile::Profile& a, const profile::Profile& b) {
  return a.run.pid == b.run.pid && a.text("host") == b.text("host");
}

// Files of one process: each begins when the program before it is gone.
bool is_followed(const profile::Profile& profile, const std::vector<Input>& inputs) {
  return std::any_of(inputs.begin(), inputs.end(), [&](const Input& other) {
    return same_process(profile, other.profile) &&
           other.profile.header.start_realtime_ns > profile.header.start_realtime_ns;
  });
}

Ending ending_of(const profile::Profile& profile, const std::vector<Input>& inputs) {
  if (!profile.finished) return is_followed(profile, inputs) ? Ending::kExec : Ending::kBroken;
  switch (static_cast<profile::FinishReason>(profile.finish.reason)) {
    case profile::FinishReason::kStopped:
      return Ending::kStopped;
    case profile::FinishReason::kExec:
      return Ending::kExec;
    case profile::FinishReason::kGone:
      return Ending::kGone;
    default:
      return Ending::kExit;
  }
}

using Edges = std::vector<std::pair<uint64_t, int>>;

void add_edges(const profile::Profile& profile, Edges* edges) {
  uint64_t end = end_of(profile);
  uint64_t start = profile.header.start_realtime_ns;
  for (const profile::Thread& thread : profile.threads) {
    if (!is_openmp(thread.type)) continue;
    edges->emplace_back(start + thread.begin_ns, +1);
    edges->emplace_back(start + std::max(thread.begin_ns, std::min(thread.end_ns, end)), -1);
  }
}

uint64_t most_alive(Edges edges) {
  std::sort(edges.begin(), edges.end());
  int64_t alive = 0;
  int64_t most = 0;
  for (const auto& [time, change] : edges) most = std::max(most, alive += change);
  return std::max<uint64_t>(1, static_cast<uint64_t>(most));
}

}  // namespace

bool is_openmp(profile::ThreadType type) {
  return type == profile::ThreadType::kInitial || type == profile::ThreadType::kWorker;
}

std::string_view ending_name(Ending ending) {
  static constexpr std::array<std::string_view, 5> kNames = {"exit", "exec", "stopped", "gone", "broken"};
  return kNames[static_cast<size_t>(ending)];
}

std::vector<Process> processes_of(const std::vector<Input>& inputs) {
  bool any_openmp = std::any_of(inputs.begin(), inputs.end(), [](const Input& input) {
    return input.profile.run.runtime_connected_ns != 0;
  });
  uint64_t first = ~0ull;
  for (const Input& input : inputs) first = std::min(first, input.profile.header.start_realtime_ns);
  std::vector<Process> processes;
  for (const Input& input : inputs) {
    const profile::Profile& profile = input.profile;
    Process process;
    process.path = input.path;
    process.command = command_of(profile, true);
    process.pid = profile.run.pid;
    process.rank = profile.run.mpi_rank;
    process.openmp = profile.run.runtime_connected_ns != 0;
    process.counted = process.openmp || !any_openmp;
    process.ending = ending_of(profile, inputs);
    process.begin_ns = profile.header.start_realtime_ns - first;
    process.elapsed_ns = end_of(profile);
    Edges edges;
    add_edges(profile, &edges);
    process.threads = most_alive(std::move(edges));
    for (const profile::Sample& sample : profile.samples) process.times += times_of(sample);
    processes.push_back(std::move(process));
  }
  return processes;
}

size_t count_processes(const std::vector<Process>& processes, const std::vector<Input>& inputs) {
  std::set<std::pair<std::string, uint32_t>> different;
  for (size_t i = 0; i < processes.size(); ++i) {
    if (processes[i].counted) different.emplace(inputs[i].profile.text("host"), processes[i].pid);
  }
  return different.size();
}

uint64_t most_threads(const std::vector<Process>& processes, const std::vector<Input>& inputs) {
  Edges edges;
  for (size_t i = 0; i < processes.size(); ++i) {
    if (processes[i].counted) add_edges(inputs[i].profile, &edges);
  }
  return most_alive(std::move(edges));
}

}  // namespace limpid::cli::analysis
