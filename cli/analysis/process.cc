// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "analysis/part.h"
#include "base/failure.h"

namespace limpid::cli::analysis {
namespace {

bool tells_origin(profile::RecordType type) {
  return type == profile::RecordType::kRun || type == profile::RecordType::kInfo ||
         type == profile::RecordType::kFinish;
}

}  // namespace

bool is_openmp(profile::ThreadType type) {
  return type == profile::ThreadType::kInitial || type == profile::ThreadType::kWorker;
}

std::string_view ending_name(Ending ending) {
  static constexpr std::array<std::string_view, 6> kNames = {"exit", "exec",   "stopped",
                                                             "gone", "broken", "ended"};
  return kNames[static_cast<size_t>(ending)];
}

bool read_origin(const std::string& path, Origin* origin, std::string* error) {
  profile::Profile profile;
  if (!profile::read_profile(path, &profile, error, tells_origin)) return false;
  origin->path = path;
  origin->host = profile.text("host");
  origin->run_id = profile.text("env:LIMPID_RUN");
  origin->pid = profile.run.pid;
  origin->start_ns = profile.header.start_realtime_ns;
  origin->openmp = profile.run.runtime_connected_ns != 0;
  origin->finished = profile.finished;
  return true;
}

Recordings::Recordings(std::vector<Origin> origins) : origins_(std::move(origins)) {
  for (const Origin& origin : origins_) {
    any_openmp_ = any_openmp_ || origin.openmp;
    first_ns_ = std::min(first_ns_, origin.start_ns);
  }
}

Recordings Recordings::of(const std::vector<std::string>& files) {
  std::vector<Origin> origins;
  for (const std::string& path : files) {
    std::string error;
    if (!read_origin(path, &origins.emplace_back(), &error))
      throw Failure(kExitBadInput, fmt::format("{}: {}", path, error));
  }
  return Recordings(std::move(origins));
}

// Files of one process: each begins when the program before it is gone.
bool Recordings::is_followed(const Origin& origin) const {
  return std::any_of(origins_.begin(), origins_.end(), [&](const Origin& other) {
    return origin.pid == other.pid && origin.host == other.host && other.start_ns > origin.start_ns;
  });
}

size_t Recordings::processes() const {
  std::set<std::pair<std::string, uint32_t>> different;
  for (const Origin& origin : origins_) {
    if (counts(origin)) different.emplace(origin.host, origin.pid);
  }
  return different.size();
}

Ending Recordings::ending_of(const profile::Profile& profile, const Origin& origin) const {
  if (!profile.finished) return is_followed(origin) ? Ending::kExec : Ending::kBroken;
  switch (static_cast<profile::FinishReason>(profile.finish.reason)) {
    case profile::FinishReason::kStopped:
      return Ending::kStopped;
    case profile::FinishReason::kExec:
      return Ending::kExec;
    case profile::FinishReason::kGone:
      return Ending::kGone;
    case profile::FinishReason::kEnded:
      return Ending::kEnded;
    default:
      return Ending::kExit;
  }
}

Process Recordings::describe(const Input& input, const Origin& origin) const {
  const profile::Profile& profile = input.profile;
  Process process;
  process.path = input.path;
  process.command = command_of(profile, true);
  process.pid = origin.pid;
  process.rank = profile.run.mpi_rank;
  process.openmp = origin.openmp;
  process.counted = counts(origin);
  process.ending = ending_of(profile, origin);
  process.begin_ns = origin.start_ns - first_ns_;
  process.elapsed_ns = recorded_ns(profile);
  Crowd crowd;
  crowd.add(profile);
  process.threads = crowd.most();
  for (const profile::Sample& sample : profile.samples) process.times += times_of(sample);
  return process;
}

void Crowd::add(const profile::Profile& profile) {
  const uint64_t end = end_of(profile);
  const uint64_t start = profile.header.start_realtime_ns;
  for (const profile::Thread& thread : profile.threads) {
    if (!is_openmp(thread.type)) continue;
    changes_.emplace_back(start + thread.begin_ns, +1);
    changes_.emplace_back(start + std::max(thread.begin_ns, std::min(thread.end_ns, end)), -1);
  }
}

uint64_t Crowd::most() const {
  auto changes = changes_;
  std::sort(changes.begin(), changes.end());
  int64_t alive = 0;
  int64_t most = 0;
  for (const auto& [time, change] : changes) most = std::max(most, alive += change);
  return std::max<uint64_t>(1, static_cast<uint64_t>(most));
}

}  // namespace limpid::cli::analysis
