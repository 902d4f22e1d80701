// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stddef.h>

namespace limpid::platform {

// The first size - 1 bytes of a file, as a string; an empty one if it cannot be read.
void read_prefix(const char* path, char* buffer, size_t size);

}  // namespace limpid::platform
