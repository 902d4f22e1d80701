// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "profile.h"

namespace limpid::recorder {

class ThreadRegistry;
struct ThreadSlot;

// What recording costs inside the program's threads: kept per thread by the threads themselves, summed up by
// the sampler.
class CostAccount {
 public:
  // Takes over what a thread that ended has counted.
  void take_from(ThreadSlot* slot);

  // Regions that have begun.
  uint64_t regions(const ThreadRegistry& threads) const;

  // Sums over ended and living threads, into the file.
  void write(const ThreadRegistry& threads, profile::CountersRecord* record) const;

 private:
  uint64_t handler_ns_ = 0;
  uint64_t callback_ns_ = 0;
  uint64_t captures_ = 0;
  uint64_t regions_ = 0;
  uint64_t tasks_ = 0;
};

}  // namespace limpid::recorder
