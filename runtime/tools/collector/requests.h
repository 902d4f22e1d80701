// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One request of the list that a collector passes.
#pragma once

#include <stddef.h>

#include "omp_collector_api.h"

namespace limpid::tools::collector {

// The memory of a request, and the size of the answer in it.
struct Request {
  char* mem;
  size_t size;
  int returned = 0;  // rsz
};

// Processes the request with this number. Async-signal-safe, on any thread, at any time.
OMP_COLLECTORAPI_EC process(int number, Request& request);

}  // namespace limpid::tools::collector
