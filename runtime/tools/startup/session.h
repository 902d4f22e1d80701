// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time during which a tool is called, and each call in it.
#pragma once

#include <atomic>

#include "core/team/off_duty.h"
#include "core/team/thread.h"
#include "platform/process_fence.h"

namespace limpid::tools::startup {

// One tool's time. Open from its start to its end.
class Session {
 public:
  bool is_open() const { return open_.load(std::memory_order_acquire); }
  void open() { open_.store(true, std::memory_order_seq_cst); }

  // False: it was closed already. After close() no call begins; await_calls() waits for those under way.
  bool close() { return open_.exchange(false, std::memory_order_seq_cst); }

  // In a fork's child: there was never a tool. Async-signal-safe.
  void forget() { open_.store(false, std::memory_order_relaxed); }

 private:
  friend class Call;
  std::atomic<bool> open_{false};
};

// Brackets one call of a tool's code. Converts to false when there must be none: the session is closed, or
// the thread is in a tool's code already (a tool does not observe its own use of OpenMP).
class Call {
 public:
  Call(const Session& session, core::Thread& thread) : thread_(thread) {
    if (depth().load(std::memory_order_relaxed) != 0) return;
    // [call.enter] The mark before the look at the session; await_calls() looks the other way round, behind a
    // fence for all threads. That makes this side, which every event passes, free of one.
    if (platform::has_process_fence()) [[likely]] {
      depth().store(1, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      depth().exchange(1, std::memory_order_seq_cst);
    }
    entered_ = session.open_.load(std::memory_order_acquire);
    if (!entered_) {
      depth().store(0, std::memory_order_release);
      return;
    }
    if (thread.task == nullptr) [[unlikely]]
      core::go_off_duty(thread);
  }
  ~Call() {
    if (!entered_) return;
    if (thread_.is_off_duty) [[unlikely]]
      core::return_to_duty(thread_);
    depth().store(0, std::memory_order_release);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  [[nodiscard]] std::atomic_ref<uint32_t> depth() const {
    return std::atomic_ref<uint32_t>(thread_.nesting_in_runtime);
  }

  core::Thread& thread_;
  bool entered_ = false;
};

// Waits until no other thread is in a tool's code, two seconds at most: a callback that waits for the calling
// thread would otherwise hang the process.
void await_calls();

}  // namespace limpid::tools::startup
