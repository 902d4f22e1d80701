// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CUDA's driver says of a device, if the engine has loaded it.
#pragma once

#include <stdint.h>

namespace limpid::tools::trace {

// 0: there is no driver in the process, or no such device.
int count_multiprocessors(uint32_t ordinal);

}  // namespace limpid::tools::trace
