// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <pthread.h>

namespace limpid::recorder {

// A thread of the recorder's own in the program's process. All signals are blocked in it: the program's are its own
// threads' business. False, with the reason in errno, if it cannot be created.
bool start_own_thread(pthread_t* thread, size_t stack_bytes, void* (*enter)(void*), void* argument);

// Stores 1 to the futex word that the thread looks at, wakes it, and waits for its end. False if that does not come
// within so many ns.
bool stop_own_thread(pthread_t thread, std::atomic<uint32_t>* stop, uint64_t patience_ns);

}  // namespace limpid::recorder
