// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The model's processors: stands in for runtime/platform/processor.h in the model tests.
#pragma once

#include <stdint.h>

namespace limpid::platform {

// Where the model's thread is: the test that executes it decides.
uint32_t current_processor();

}  // namespace limpid::platform
