// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a device did in an interval, as the device itself measured it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tools/trace/device/operation.h"

namespace limpid::tools::trace {

struct Activity {
  enum class Kind : uint8_t { kernel, copy, fill };
  Kind kind;
  uint32_t ordinal;  // of the device, among those of its driver
  uint32_t stream;
  uint32_t blocks;  // of a kernel: OpenMP's teams
  Interval time;
  size_t bytes;
  const char* name;  // stays valid
};

}  // namespace limpid::tools::trace
