// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "memory.h"

namespace limpid::test {

// Calls every function of the library for all that it finds in the memory, and releases everything. Nothing
// is expected but that each call returns one of the interface's codes.
void call_everything(Memory& memory);

// How often a function was called so far.
std::uint64_t calls_made();

}  // namespace limpid::test
