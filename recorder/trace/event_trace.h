// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include <sys/types.h>

#include "trace/block_supply.h"
#include "trace/supply_thread.h"
#include "trace/thread_trace.h"
#include "trace_event.h"

namespace limpid::recorder {

class Session;
struct ThreadSlot;

// The trace of this process, if one is asked for. It begins when there are a profile and a runtime.
class EventTrace {
 public:
  explicit constexpr EventTrace(Session& session) : session_(session) {}

  // For who holds the profile's lock. Nothing if no trace is asked for, or it is open, or could not be made.
  void open();
  bool is_open() const { return open_.load(std::memory_order_relaxed); }

  // The calling thread's part; nullptr if the recorder does not know this thread, or there is no trace.
  ThreadTrace* this_thread() {
    ThreadTrace* part = ThreadTrace::current();
    return part != nullptr ? part : begin_in_midst();
  }
  // The same for a thread that begins, or that begins its first task.
  ThreadTrace* this_new_thread() {
    ThreadTrace* part = ThreadTrace::current();
    return part != nullptr ? part : begin_thread();
  }

  // An event of the calling thread that OMPT does not know: kPhaseBegin, kPhaseEnd.
  void mark(trace::EventKind kind, uint64_t id);

  // Between the two nothing is traced. The calling thread says so at once, others when they meet their next event.
  void pause() { set_paused(true); }
  void resume() { set_paused(false); }

  // The last words. Threads may go on putting events, and get no more blocks. For who holds the profile's lock.
  void finish(uint64_t patience_ns);

  // For another recording: threads begin anew with their next event.
  void forget_earlier();

  // In a forked child, before its thread attaches anew, and after it has.
  void forget_parent();
  void continue_in_child();

  // For the thread that supplies: does what is to be done now. Whether there was much.
  bool supply();

 private:
  void write_header();
  uint64_t ticks_at_origin() const;
  void set_clock();
  void update(uint64_t now_ns);
  uint64_t lost() const;
  void set_paused(bool paused) {
    commons_.paused.store(paused, std::memory_order_relaxed);
    if (ThreadTrace* part = ThreadTrace::current()) part->see_pause();
  }
  ThreadTrace* begin_thread();
  ThreadTrace* begin_in_midst();
  void forget_blocks();

  Session& session_;
  TraceCommons commons_;
  BlockSupply blocks_{commons_.mapping, commons_.queue};
  SupplyThread thread_;
  std::atomic<bool> open_{false};
  bool failed_ = false;
  uint64_t updated_ns_ = 0;
  // In a forked child: where the thread was that went on.
  bool inherited_ = false;
  trace::Memory inheritance_{};
};

}  // namespace limpid::recorder
