// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

// An address near the outer end of another thread's stack; 0: this is none of the C library's threads. Not for handlers.
uint64_t stack_end_of(pid_t tid);

}  // namespace limpid::recorder
