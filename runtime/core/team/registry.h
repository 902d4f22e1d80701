// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registry: the list of all threads.
#pragma once

#include <stdint.h>

#include "core/data/thread.h"
#include "sync/atomic.h"

namespace limpid::core {

// All threads that OpenMP ever knew, newest first, linked by next_registered. Only grows; threads that have
// ended have alive false. Readers load it with acquire, so that they see a thread's fields: [registry.add].
extern sync::Atomic<Thread*> g_threads;

// The id that the next registered thread gets. Written under the registry's lock. Debuggers read it to find
// out whether a thread list that they made is still complete.
extern uint64_t g_next_thread_id;

// Registers a new or recycled Thread and gives it an id. Null when there is no memory.
Thread* register_thread(events::ThreadKind kind);

// The native thread is about to end, or could not be started; its Thread may be recycled.
void unregister_thread(Thread& thread);

// How many registered threads are alive. Decides whether waiters may spin.
uint32_t live_threads();

// In the child of fork(2): no thread but survivor exists.
void forget_other_threads(Thread* survivor);

}  // namespace limpid::core
