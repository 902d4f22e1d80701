// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <sys/types.h>

namespace limpid::test {

// A thread's processor time as the script has it.
struct ScriptedThread {
  std::atomic<pid_t> tid{0};
  std::atomic<uint64_t> processor_ns{1'000'000};  // 0 would say that the thread is gone
  std::atomic<uint64_t> queue_ns{0};              // ready, without a processor
  std::atomic<uint64_t> real_ns{0};               // when last looked at
  std::atomic<bool> sleeps{false};                // in the step that passes
  std::atomic<bool> slept{false};                 // in the step before, and was not seen to run since
};

// The recording's time. Begins at one second, goes on by the script's steps.
uint64_t scripted_now();

// The entry of a thread, made at its first use; nullptr when there are too many.
ScriptedThread* scripted_thread(pid_t tid);

}  // namespace limpid::test
