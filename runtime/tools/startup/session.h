// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Session: the time in which a tool may be called. Call: one call of its code.
#pragma once

#include <atomic>

#include "core/data/thread.h"
#include "core/team/tool_callback.h"
#include "platform/process_fence.h"

namespace limpid::tools::startup {

// 1 while the thread is in a tool's code; see core::Thread.
inline std::atomic_ref<uint32_t> mark_of(core::Thread& thread) {
  return std::atomic_ref<uint32_t>(thread.tools.nesting);
}

// The time from a tool's start to its end. The tool is called only while it is open.
class Session {
 public:
  // Pairs with the store in open(): a callback sees what the tool's initializer wrote.
  bool is_open() const { return state_.load(std::memory_order_acquire) != State::closed; }
  void open() {
    state_.store(platform::has_process_fence() ? State::open_quick : State::open, std::memory_order_seq_cst);
  }

  // False: it was closed already. After close() no call begins; await_calls() waits for those under way. The
  // exchange comes before its reads of the marks: [call.enter].
  bool close() { return state_.exchange(State::closed, std::memory_order_seq_cst) != State::closed; }

  // In a fork's child: as if there never was a tool. Async-signal-safe.
  void forget() { state_.store(State::closed, std::memory_order_relaxed); }

 private:
  friend class QuickCall;
  enum class State : uint8_t { closed, open, open_quick };  // open_quick: process_fence() works
  std::atomic<State> state_{State::closed};
};

// Brackets one call of a tool's code, on any thread. Converts to false when the tool must not be called: the
// session is closed, or the thread runs a tool's code already (a tool does not observe its own use of
// OpenMP).
class Call {
 public:
  Call(const Session& session, core::Thread& thread) : thread_(thread) {
    if (mark_of(thread).load(std::memory_order_relaxed) != 0) return;
    // [call.enter] A call sets its mark, then loads the session. close() closes the session, then
    // await_calls() loads the marks. One of the two sees the other's store. With process_fence() in
    // await_calls() this side, on the path of every event, needs no fence.
    if (platform::has_process_fence()) [[likely]] {
      mark_of(thread).store(1, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);  // [call.enter]
    } else {
      mark_of(thread).exchange(1, std::memory_order_seq_cst);  // [call.enter]
    }
    entered_ = session.is_open();
    if (!entered_) {
      // Pairs with the load of the mark in await_calls().
      mark_of(thread).store(0, std::memory_order_release);
      return;
    }
    if (thread.task == nullptr) [[unlikely]]
      core::enter_tool_callback(thread);
  }
  ~Call() {
    if (!entered_) return;
    if (thread_.tools.is_in_callback) [[unlikely]]
      core::leave_tool_callback(thread_);
    // Pairs with the load of the mark in await_calls(): the tool's code has ended.
    mark_of(thread_).store(0, std::memory_order_release);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  explicit operator bool() const { return entered_; }

 private:
  core::Thread& thread_;
  bool entered_ = false;
};

// A Call for the usual case: the thread has a task, and process_fence() works. begin() and end() are inlined
// into the caller, which keeps nothing of them across the call.
class QuickCall {
 public:
  // True: use a Call; begin() need not be tried.
  static bool is_unusual(const core::Thread& thread) { return thread.task == nullptr; }
  // True: the thread runs a tool's code already.
  static bool is_nested(const core::Thread& thread) { return thread.tools.nesting != 0; }

  // False: there must be no call, or a Call has to decide. After true, end() must follow.
  static bool begin(const Session& session, core::Thread& thread) {
    mark_of(thread).store(1, std::memory_order_relaxed);  // [call.enter]
    std::atomic_signal_fence(std::memory_order_seq_cst);
    if (session.state_.load(std::memory_order_relaxed) == Session::State::open_quick) [[likely]]
      return true;
    end(thread);
    return false;
  }
  // Pairs with the load of the mark in await_calls().
  static void end(core::Thread& thread) { mark_of(thread).store(0, std::memory_order_release); }
};

// Waits until no other thread runs a tool's code, two seconds at most: a callback that waits for the calling
// thread would otherwise hang the process.
void await_calls();

}  // namespace limpid::tools::startup
