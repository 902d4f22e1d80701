// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// codeptr_ra: the code address that an event reports to tools.
#pragma once

#include <stdint.h>

#include "core/team/thread.h"

// The linker's: first and last byte of this library's code.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[];
extern "C" __attribute__((visibility("hidden"))) const char etext[];

namespace limpid::tools::startup {

inline bool is_in_runtime(const void* address) {
  auto where = reinterpret_cast<uintptr_t>(address);
  return where >= reinterpret_cast<uintptr_t>(__ehdr_start) && where < reinterpret_cast<uintptr_t>(etext);
}

// The function that the thread's task runs, one byte in, as for a return address that tools look up minus
// one; the return address itself if it runs none.
const void* code_of_outlined_function(const core::Thread& thread, const void* return_address);

// codeptr_ra of an event on thread. An optimizing compiler makes the last call of an outlined function a
// jump, and then the return address is the runtime's own that called the function: the function stands for
// it.
inline const void* code_of(const core::Thread& thread, const void* return_address) {
  return is_in_runtime(return_address) ? code_of_outlined_function(thread, return_address) : return_address;
}

}  // namespace limpid::tools::startup
