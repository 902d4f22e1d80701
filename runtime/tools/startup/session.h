// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time during which a tool is called, and each call in it.
#pragma once

#include <atomic>

#include "core/team/thread.h"
#include "core/team/tool_callback.h"
#include "platform/process_fence.h"

namespace limpid::tools::startup {

// 1 while the thread is in a tool's code; see core::Thread.
inline std::atomic_ref<uint32_t> mark_of(core::Thread& thread) {
  return std::atomic_ref<uint32_t>(thread.nesting_in_runtime);
}

// One tool's time. Open from its start to its end.
class Session {
 public:
  bool is_open() const { return state_.load(std::memory_order_acquire) != State::closed; }
  void open() {
    state_.store(platform::has_process_fence() ? State::open_quick : State::open, std::memory_order_seq_cst);
  }

  // False: it was closed already. After close() no call begins; await_calls() waits for those under way.
  bool close() { return state_.exchange(State::closed, std::memory_order_seq_cst) != State::closed; }

  // In a fork's child: there was never a tool. Async-signal-safe.
  void forget() { state_.store(State::closed, std::memory_order_relaxed); }

 private:
  friend class QuickCall;
  enum class State : uint8_t { closed, open, open_quick };  // quick: there is a fence for all threads
  std::atomic<State> state_{State::closed};
};

// Brackets one call of a tool's code, wherever its thread is. Converts to false when there must be none: the
// session is closed, or the thread is in a tool's code already (a tool does not observe its own use of
// OpenMP).
class Call {
 public:
  Call(const Session& session, core::Thread& thread) : thread_(thread) {
    if (mark_of(thread).load(std::memory_order_relaxed) != 0) return;
    // [call.enter] The mark before the look at the session; await_calls() looks the other way round, behind a
    // fence for all threads. That makes this side, which every event passes, free of one.
    if (platform::has_process_fence()) [[likely]] {
      mark_of(thread).store(1, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
    } else {
      mark_of(thread).exchange(1, std::memory_order_seq_cst);
    }
    entered_ = session.is_open();
    if (!entered_) {
      mark_of(thread).store(0, std::memory_order_release);
      return;
    }
    if (thread.task == nullptr) [[unlikely]]
      core::enter_tool_callback(thread);
  }
  ~Call() {
    if (!entered_) return;
    if (thread_.is_in_tool_callback) [[unlikely]]
      core::leave_tool_callback(thread_);
    mark_of(thread_).store(0, std::memory_order_release);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  core::Thread& thread_;
  bool entered_ = false;
};

// The same in the usual case: the thread has a task, and there is a fence for all threads. The caller has
// both halves in its own code and keeps nothing of it across the call.
class QuickCall {
 public:
  // begin() need not be tried: only a Call knows.
  static bool is_unusual(const core::Thread& thread) { return thread.task == nullptr; }
  static bool is_nested(const core::Thread& thread) { return thread.nesting_in_runtime != 0; }  // by itself

  // False: there must be no call, or only a Call knows. Otherwise end() has to follow.
  static bool begin(const Session& session, core::Thread& thread) {
    mark_of(thread).store(1, std::memory_order_relaxed);  // [call.enter]
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (session.state_.load(std::memory_order_relaxed) == Session::State::open_quick) [[likely]]
      return true;
    end(thread);
    return false;
  }
  static void end(core::Thread& thread) { mark_of(thread).store(0, std::memory_order_release); }
};

// Waits until no other thread is in a tool's code, two seconds at most: a callback that waits for the calling
// thread would otherwise hang the process.
void await_calls();

}  // namespace limpid::tools::startup
