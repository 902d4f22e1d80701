// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that libraries of the process export, by name.
#pragma once

namespace limpid::platform {

// The function of this name that a library of the process exports; null if none does. Loads nothing. Not
// async-signal-safe.
void* function_of_process(const char* name);

// The same, but only from the library that contains `neighbour`: other libraries may export the name, too.
void* function_beside(const void* neighbour, const char* name);

// The function of this version that a program which was linked with it finds.
void* versioned_function_of_process(const char* name, const char* version);

// A function of this version that this library stands in front of, as the loader sees it; else that of a loaded
// library whose file's name begins with `file`.
void* function_behind(const char* name, const char* version, const char* file);

}  // namespace limpid::platform
