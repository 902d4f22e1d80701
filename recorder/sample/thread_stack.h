// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace limpid::recorder {

// An address near the outer end of another thread's stack; 0: this is none of the C library's threads. Not for handlers.
uint64_t stack_end_of(pid_t tid);

// The same of a thread that can answer the signal; 0: it blocks the signal, or has not run yet. Not for handlers.
uint64_t stack_end_if_open(pid_t tid, int signal);

}  // namespace limpid::recorder
