// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "analysis/process.h"
#include "analysis/times.h"

namespace limpid::cli::analysis {

// Who had how much of what several shared.
struct Shares {
  size_t members = 0;
  uint64_t sum_ns = 0;
  uint64_t most_ns = 0;
  int32_t busiest = -1;  // who had most; the first one of equals

  void add(int32_t member, uint64_t ns);
  uint64_t mean_ns() const { return members == 0 ? 0 : sum_ns / members; }
  double balance() const;  // mean / most, 0 < balance <= 1
};

// The processes of one MPI rank.
struct Rank {
  int32_t rank = -1;
  uint64_t threads = 0;  // of OpenMP, alive at one time
  uint64_t begin_ns = 0;
  uint64_t end_ns = 0;
  Times times;
  uint64_t mpi_ns = 0;     // in the MPI library, a part of being blocked
  Shares between_threads;  // its threads of OpenMP: work, and being blocked

  // What the program asked of those: other calls that block are in it, waiting for other ranks is not.
  uint64_t busy_ns() const { return between_threads.sum_ns - mpi_ns; }
};

// Collects ranks, a process after the other.
class RankTable {
 public:
  // A process whose samples and threads come next. One that is of no rank is left out.
  void begin(const Process& process);
  void add_sample(const profile::Sample& sample, profile::ThreadType type);  // of the thread
  void add_thread(uint32_t id, profile::ThreadType type, const Times& times);

  std::vector<Rank> finish() const;  // in their order

 private:
  bool shares(profile::ThreadType type) const { return !openmp_ || is_openmp(type); }

  std::map<int32_t, Rank> ranks_;
  Rank* current_ = nullptr;
  bool openmp_ = false;  // the process uses OpenMP; without it all of its threads share
};

// How the ranks shared what there was to do: members are ranks.
Shares shares_of(const std::vector<Rank>& ranks);

// Elapsed time that could be saved at most if all ranks had the same to do.
uint64_t gain_of(const std::vector<Rank>& ranks);

}  // namespace limpid::cli::analysis
