// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/rank.h"

#include <algorithm>

#include "analysis/blocked.h"

namespace limpid::cli::analysis {

void Shares::add(int32_t member, uint64_t ns) {
  if (members++ == 0 || ns > most_ns) {
    most_ns = ns;
    busiest = member;
  }
  sum_ns += ns;
}

double Shares::balance() const {
  if (most_ns == 0) return 1;
  return static_cast<double>(sum_ns) / static_cast<double>(members) / static_cast<double>(most_ns);
}

void RankTable::begin(const Process& process) {
  current_ = nullptr;
  openmp_ = process.openmp;
  if (process.rank < 0) return;
  const auto [at, fresh] = ranks_.try_emplace(process.rank);
  Rank& rank = at->second;
  current_ = &rank;
  const uint64_t end_ns = process.begin_ns + process.elapsed_ns;
  rank.rank = process.rank;
  rank.begin_ns = fresh ? process.begin_ns : std::min(rank.begin_ns, process.begin_ns);
  rank.end_ns = std::max(rank.end_ns, end_ns);
  rank.threads = std::max(rank.threads, process.threads);
}

void RankTable::add_sample(const profile::Sample& sample, profile::ThreadType type) {
  if (current_ == nullptr || !shares(type)) return;
  const Times times = times_of(sample);
  current_->times += times;
  if (sample.blocked == kMpi) current_->mpi_ns += times.blocked_ns;
}

void RankTable::add_thread(uint32_t id, profile::ThreadType type, const Times& times) {
  if (current_ != nullptr && shares(type))
    current_->between_threads.add(static_cast<int32_t>(id), times.work_ns + times.blocked_ns);
}

std::vector<Rank> RankTable::finish() const {
  std::vector<Rank> ranks;
  for (const auto& [number, rank] : ranks_) ranks.push_back(rank);
  return ranks;
}

uint64_t gain_of(const std::vector<Rank>& ranks) {
  const Shares shares = shares_of(ranks);
  for (const Rank& rank : ranks) {
    if (rank.rank == shares.busiest)
      return (shares.most_ns - shares.mean_ns()) / std::max<uint64_t>(1, rank.threads);
  }
  return 0;
}

Shares shares_of(const std::vector<Rank>& ranks) {
  Shares shares;
  for (const Rank& rank : ranks) shares.add(rank.rank, rank.busy_ns());
  return shares;
}

}  // namespace limpid::cli::analysis
