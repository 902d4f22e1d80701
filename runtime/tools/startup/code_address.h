// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/team/thread.h"

namespace limpid::tools::startup {

// codeptr_ra of an event on thread. An optimizing compiler makes the last call of an outlined function a
// jump, and then the return address is the runtime's own that called the function: the function itself stands
// for it, one byte in, as for a return address that tools look up minus one.
const void* code_of(const core::Thread& thread, const void* return_address);

}  // namespace limpid::tools::startup
