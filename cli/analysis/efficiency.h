// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "analysis/losses.h"

namespace limpid::cli::analysis {

// How much of its threads' time a run used: of each process the most OpenMP threads that it had at one time,
// from its beginning to its end, whether they were there all the time or not.
struct Efficiency {
  uint64_t busy_ns = 0;     // work, and being blocked in the program's own calls
  Losses losses;            // all the rest
  uint64_t unknown_ns = 0;  // thread time that no sample tells of; not counted in the shares

  uint64_t known_ns() const { return busy_ns + losses.all_ns(); }

  // Shares between 0 and 1, 1 where nothing is known. The five multiplied are `parallel()`: each is what its
  // losses left of what those before it had left, in this order.
  double parallel() const;
  double processors() const;     // not lost to the want of a processor, or to OpenMP's own work
  double devices() const;        // not lost to waiting for devices; 1 where there are none
  double late_start() const;     // not lost because threads came late to a region, or not at all
  double serialisation() const;  // not lost to serial code and locks
  double load_balance() const;   // not lost to waiting for those with more to do

 private:
  uint64_t after_processors() const;
  uint64_t after_devices() const;
  uint64_t after_late_start() const;
  uint64_t after_serialisation() const;
};

}  // namespace limpid::cli::analysis
