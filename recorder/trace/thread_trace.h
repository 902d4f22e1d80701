// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "cycle_clock.h"
#include "shared_word.h"
#include "trace.h"
#include "trace/block_queue.h"
#include "trace/call_places.h"
#include "trace/trace_mapping.h"
#include "trace_codec.h"
#include "trace_event.h"

namespace limpid::recorder {

// What the threads of one trace share.
struct TraceCommons {
  const CycleClock* clock = nullptr;
  bool steady = false;     // the clock's
  uint32_t recording = 0;  // which one of this process: a thread may still stand in an earlier one
  uint32_t tick_shift = 0;
  std::atomic<bool> paused{false};
  TraceMapping mapping;
  BlockQueue queue;
  alignas(64) Atomic<uint64_t> numbers{0};  // given to threads, to number regions and tasks

  uint64_t now() const { return (steady ? unwind::read_cycles() : clock->now()) >> tick_shift; }
};

// One thread's part of the trace. All but lost() is for that thread alone, or for who knows that it is gone.
class ThreadTrace {
 public:
  // The calling thread's; nullptr if it is not traced.
  static ThreadTrace* current() { return current_; }

  // The calling thread, which has this slot, begins to be traced. Its first event is the caller's.
  void begin(TraceCommons* commons, ThreadSlot* slot);

  // It is traced no more: the caller, or one that is gone.
  void end();

  // In a forked child: the parent's block is not ours. What the thread is at remains.
  void forget_block();
  const trace::Memory& memory() const { return memory_; }
  void stand_where(const trace::Memory& memory) { memory_ = memory; }

  // `e` happens now.
  [[gnu::always_inline]] void put(const trace::Event& e) { put_at(e, commons_->now()); }

  // `e` happens now. If the event before is of these, nothing but the runtime's own few instructions lies between the
  // two, and `e` has its time: looking at the clock costs more than all the rest.
  [[gnu::always_inline]] void put_behind(trace::EventKind kind, uint8_t detail, const trace::Event& e) {
    put_at(e, latest_ == latest_of(kind, detail) ? memory_.time() : commons_->now());
  }

  // It belongs to the event before.
  [[gnu::always_inline]] void put_at_once(const trace::Event& e) { put_at(e, memory_.time()); }
  // Tracing may have been paused, or gone on.
  void see_pause() {
    if (pause_changed()) switch_pause(commons_->now());
  }

  // Where the thread calls the runtime from. `context`: of its task, kNoNode if not known; without it, the
  // context of the task that it was seen to begin or go on with.
  [[gnu::always_inline]] NodeId place_of(NodeId context, const void* code, const void* here) {
    return places_.find(slot_, context, code, here);
  }
  [[gnu::always_inline]] NodeId place_of(const void* code, const void* here) {
    return place_of(context_, code, here);
  }
  void is_at(NodeId context) { context_ = context; }

  // A number that no other region or task has.
  uint64_t fresh_number() {
    if (number_ == numbers_end_) [[unlikely]]
      get_numbers();
    return ++number_;
  }

  uint64_t task() const { return memory_.task(); }
  uint64_t region() const { return memory_.region(); }

  uint64_t lost() const { return lost_.load(std::memory_order_relaxed); }

 private:
  static constexpr uint64_t kNumbersAtOnce = 4096;

  // One word, so that it is written and read as one.
  static constexpr uint32_t latest_of(trace::EventKind kind, uint8_t detail) {
    return static_cast<uint32_t>(kind) << 8 | detail;
  }

  bool pause_changed() const { return commons_->paused.load(std::memory_order_relaxed) != paused_; }

  [[gnu::always_inline]] void put_at(trace::Event e, uint64_t now) {
    e.time_ns = now;
    if (pause_changed() || at_ >= full_) [[unlikely]] {
      if (!make_room(e)) return;
    }
    write(e);
  }

  [[gnu::always_inline]] void write(const trace::Event& e) {
    uint8_t* const end = trace::encode(&memory_, e, at_);
    progress_ += trace::kOneEvent + static_cast<uint64_t>(end - at_);
    at_ = end;
    latest_ = latest_of(e.kind, e.detail);
    __atomic_store_n(&block_->progress, progress_, __ATOMIC_RELEASE);
  }

  // Not by reference: an event whose address is known to others is written field by field and read again, and its kind is
  // no constant to encode().
  bool make_room(trace::Event e);
  bool next_block(const trace::Event& first);
  void start_over();
  void leave_block(uint64_t now);
  void miss(const trace::Event& e);
  void switch_pause(uint64_t now);
  void get_numbers();

  // constinit: no access goes through an initialization function. The linter does not know it.
  // NOLINTNEXTLINE(bugprone-dynamic-static-initializers)
  [[gnu::tls_model("initial-exec")]] static constinit thread_local ThreadTrace* current_;

  TraceCommons* commons_;
  ThreadSlot* slot_;
  uint8_t* at_;    // of the next event
  uint8_t* full_;  // from here on there is no room for one
  trace::BlockHeader* block_;
  uint64_t progress_;
  uint64_t events_;  // in earlier blocks
  uint64_t sequence_;
  uint64_t number_, numbers_end_;
  std::atomic<uint64_t> lost_;  // in the life of this object: other threads may have had it before
  uint64_t lost_before_;        // its first block
  NodeId context_;              // of the current task
  uint32_t latest_;             // event, written or lost
  uint32_t recording_;          // of its commons, at begin()
  bool paused_;
  trace::Memory memory_;
  CallPlaces places_;
};

}  // namespace limpid::recorder
