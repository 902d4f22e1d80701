// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace limpid::platform {

// Starts a detached native thread with all signals that the creator has. stack_bytes 0 = the system's
// default; fewer than 64 KiB count as 64 KiB. Returns 0, or the errno of the failure (EAGAIN: no resources),
// in which case nothing was started.
int start_thread(void* (*entry)(void*), void* argument, size_t stack_bytes);

// The bytes of stack that a thread gets when nobody asks for a size.
size_t default_stack_bytes();

// The caller's pthread_t.
uint64_t native_thread_handle();

// Kernel thread id of the caller.
uint64_t native_thread_id();

// The thread with which the process began: is it the caller, or has it ended? Where the system does not tell,
// it has not.
bool is_initial_thread();
bool initial_thread_has_ended();

}  // namespace limpid::platform
