// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// codeptr_ra: the code address that an event reports to tools.
#pragma once

#include "core/data/thread.h"
#include "platform/own_code.h"

namespace limpid::tools::startup {

inline bool is_in_runtime(const void* address) {
  return platform::is_own_code(address);
}

// The address of the function that the thread's task runs, plus one byte: tools look up a return address
// minus one. return_address itself if the thread runs no task.
const void* code_of_outlined_function(const core::Thread& thread, const void* return_address);

// codeptr_ra of an event on the thread. An optimizing compiler may make the last call of an outlined function
// a jump. The return address is then in the runtime, which called that function, and the function's own
// address is reported.
inline const void* code_of(const core::Thread& thread, const void* return_address) {
  return is_in_runtime(return_address) ? code_of_outlined_function(thread, return_address) : return_address;
}

}  // namespace limpid::tools::startup
