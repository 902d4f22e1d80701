// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace: from its start to its stop, records go into buffers that the tool gives.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "sync/event_count.h"
#include "sync/mutex.h"
#include "tools/trace/buffer.h"
#include "tools/trace/delivery.h"

namespace limpid::tools::trace {

// States  stopped -> running (start); running -> starved: the tool gave no buffer, or one too small for a
//         record, and nothing is recorded until the next start; any -> stopped (stop).
// Guard   lock_ for all fields; it is held while a record is written, and not while the tool's code runs.
// Sleep   threads that need the buffer for which the tool is being asked sleep at answered_. Their condition
//         is read with the lock held, and changed before the notification.
class Trace {
 public:
  explicit constexpr Trace(const Interface& interface)
      : interface_(interface), delivery_(interface, answer_errand, this) {}

  // False if a trace is running, after the end, or without a thread for it. The device is what the tool's
  // callbacks are told.
  bool start(int32_t device, Callback request, Callback complete);
  // These are false if no trace was started.
  bool pause(bool paused);
  // When these return, what was recorded has reached the tool, unless the tool takes longer than the grace.
  // They do not wait for the caller's own callback.
  bool flush();
  bool stop();

  // The end of the tool: stops the trace, and waits as Delivery::finish() does. No buffer goes back
  // afterwards, and no trace starts.
  void end();

  // In a fork's child: there is no trace.
  void forget_after_fork();

  // The caller is in one of the tool's callbacks, on the trace's own thread: it must not wait for the trace.
  bool is_own_thread() { return delivery_.is_own_thread(); }

 private:
  friend class Writing;
  enum class Phase : uint8_t { stopped, running, starved };
  // What the tool is asked: the trace may have stopped, and another one started, before it answers.
  struct Request {
    int32_t device;
    Callback request;
    Callback complete;
    uint64_t run;
  };

  static void answer_errand(void* trace);
  bool writes() const { return phase_ == Phase::running && !paused_; }
  void* find_room(size_t bytes);
  void send_current();
  void need_buffer();
  Request begin_request();
  void request_buffer(const Request& asked);
  void reject(Buffer* buffer);
  bool accept(Buffer* buffer, uint64_t run);
  void end_request();
  void await_answer();
  bool others_ask();
  void await_others_request(int64_t deadline_ns);

  const Interface& interface_;
  sync::Mutex lock_;
  Phase phase_ = Phase::stopped;
  bool paused_ = false;
  bool asking_ = false;  // the tool is asked, or is about to be
  uint64_t asker_ = 0;   // the native id of the thread in the tool's request
  uint64_t run_ = 0;     // number of starts
  int32_t device_ = 0;
  Callback request_ = nullptr;
  Callback complete_ = nullptr;
  Buffer* current_ = nullptr;
  sync::EventCount answered_;
  Delivery delivery_;
};

// Writes one record of so many bytes: holds the trace's lock during its life. Asks the tool for a buffer when
// there is none.
class Writing {
 public:
  Writing(Trace& trace, size_t bytes) : trace_(trace) {
    trace.lock_.lock();
    room_ = trace.find_room(bytes);
  }
  ~Writing() { trace_.lock_.unlock(); }
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;

  // Space for the record; null: nothing is to be written.
  void* room() const { return room_; }

 private:
  Trace& trace_;
  void* room_;
};

}  // namespace limpid::tools::trace
