// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "profile_reader.h"

namespace limpid::cli::analysis {

// Where time of threads went. The four classes add up to the threads' lives.
struct Times {
  uint64_t work_ns = 0;
  uint64_t wait_ns = 0;          // for other threads, in the OpenMP runtime; and the runtime's overhead
  uint64_t blocked_ns = 0;       // in the user's own calls: asleep in the kernel, or in the MPI library
  uint64_t no_processor_ns = 0;  // ready to work, without a processor

  uint64_t all_ns() const { return work_ns + wait_ns + blocked_ns + no_processor_ns; }
  Times& operator+=(const Times& more);
};

// A sample's time, all of it. For samples that name_blocked() has seen.
Times times_of(const profile::Sample& sample);

}  // namespace limpid::cli::analysis
