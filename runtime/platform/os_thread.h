// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native threads: start, identity, stack size.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::platform {

// Starts a detached native thread with the creator's signal mask. stack_bytes 0 = the system's default; fewer
// than 64 KiB count as 64 KiB. Returns 0, or the errno of the failure (EAGAIN: no resources), in which case
// nothing was started.
int start_thread(void* (*entry)(void*), void* argument, size_t stack_bytes);

// The stack size of a thread that is started with stack_bytes 0.
size_t default_stack_bytes();

// The caller's pthread_t.
uint64_t native_thread_handle();

// Kernel thread id of the caller.
uint64_t native_thread_id();

// Whether the caller is the thread with which the process began, and whether that thread has ended. The
// answer is that it has not ended if /proc cannot be read.
bool is_initial_thread();
bool initial_thread_has_ended();

}  // namespace limpid::platform
