// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of the model tests: iterations 0 to trip - 1.
#pragma once

#include <stdint.h>

#include "core/loop/loop.h"

namespace limpid::core {

inline LoopRequest loop_of(uint64_t trip, ScheduleKind kind, bool monotonic, uint64_t chunk = 1) {
  LoopRequest request;
  request.space = {0, 1, trip, trip};
  request.schedule = {kind, false, monotonic, chunk};
  return request;
}

}  // namespace limpid::core
