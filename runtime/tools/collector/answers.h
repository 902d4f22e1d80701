// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The answers to requests that ask something. Async-signal-safe, on any thread, at any time.
#pragma once

#include <stdint.h>

#include "omp_collector_api.h"

namespace limpid::tools::collector {

struct StateAnswer {
  OMP_COLLECTOR_API_THR_STATE state;
  bool has_wait_id;
  uint64_t wait_id;
};
StateAnswer state_of_caller();

uint64_t region_of_caller();

// False: the calling thread is not the master of a region.
bool region_around_caller(uint64_t& id);

}  // namespace limpid::tools::collector
