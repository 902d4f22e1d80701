// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::platform {

// A function that some library of the process exports, by its name; null: none does. Loads nothing. Not
// async-signal-safe.
void* function_of_process(const char* name);

// The same, but of the very library that has `neighbour`: other libraries may export the name, too.
void* function_beside(const void* neighbour, const char* name);

}  // namespace limpid::platform
