// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Futexes: sleep at a word, wake sleepers, move sleepers to another word.
#pragma once

#include <stdint.h>

#include <atomic>

namespace limpid::platform {

// Sleeps while *word == expected. May return early (signal, spurious wake): callers loop. Async-signal-safe.
void futex_wait(const std::atomic<uint32_t>& word, uint32_t expected);

// The same, for at most `nanoseconds`.
void futex_wait_for(const std::atomic<uint32_t>& word, uint32_t expected, int64_t nanoseconds);

// Wakes up to count sleepers of word. Async-signal-safe. Accesses no memory of the process, so the word may
// already be dead. Returns whether a thread slept.
bool futex_wake(const std::atomic<uint32_t>& word, int count);

// Moves the sleepers of `from` to `to` without waking them. Async-signal-safe.
void futex_requeue(const std::atomic<uint32_t>& from, const std::atomic<uint32_t>& to);

inline constexpr int kWakeAll = 0x7fffffff;

}  // namespace limpid::platform
