// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the first bytes of a file.
#pragma once

#include <stddef.h>

namespace limpid::platform {

// Stores at most the first size - 1 bytes of a file as a string; an empty one if the file cannot be read.
void read_prefix(const char* path, char* buffer, size_t size);

}  // namespace limpid::platform
