// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model's clock: stands in for runtime/platform/clock.h in the model tests.
#pragma once

#include <stdint.h>

#include "checker/execution.h"

namespace limpid::platform {

// Each call returns a time one microsecond later, so that each execution sees the same times.
inline int64_t monotonic_ns() {
  return model::Execution::current() != nullptr ? model::Execution::current()->tick() * 1000 : 0;
}

}  // namespace limpid::platform
