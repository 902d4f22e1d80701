// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "cycle_clock.h"
#include "trace.h"
#include "trace/block_queue.h"
#include "trace/trace_mapping.h"
#include "trace_codec.h"
#include "trace_event.h"

namespace limpid::recorder {

// What the threads of one trace share.
struct TraceCommons {
  const CycleClock* clock = nullptr;
  uint32_t tick_shift = 0;
  std::atomic<bool> paused{false};
  TraceMapping mapping;
  BlockQueue queue;
  alignas(64) std::atomic<uint64_t> numbers{0};  // given to threads, to number regions and tasks

  uint64_t now() const { return clock->now() >> tick_shift; }
};

// One thread's part of the trace. All but lost() is for that thread alone, or for who knows that it is gone.
class ThreadTrace {
 public:
  bool begun() const { return begun_; }

  // The thread begins to be traced. Its first event is the caller's.
  void begin(TraceCommons* commons, uint32_t thread, uint32_t os_tid, uint32_t thread_type);

  // It is traced no more.
  void end();

  // In a forked child: the parent's block is not ours. What the thread is at remains.
  void forget_block();
  const trace::Memory& memory() const { return memory_; }
  void stand_where(const trace::Memory& memory) { memory_ = memory; }

  // `e` happens now.
  [[gnu::always_inline]] void put(trace::Event e) {
    e.time_ns = commons_->now();
    if (commons_->paused.load(std::memory_order_relaxed) != paused_) [[unlikely]]
      switch_pause(e.time_ns);
    if (at_ >= full_) [[unlikely]] {
      if (paused_ || !next_block(e.time_ns)) return miss(e);
    }
    write(e);
  }

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

  [[gnu::always_inline]] void write(const trace::Event& e) {
    uint8_t* const end = trace::encode(&memory_, e, at_);
    progress_ += trace::kOneEvent + static_cast<uint64_t>(end - at_);
    at_ = end;
    __atomic_store_n(&block_->progress, progress_, __ATOMIC_RELEASE);
  }

  bool next_block(uint64_t now);
  void leave_block(uint64_t now);
  void miss(const trace::Event& e);
  void switch_pause(uint64_t now);
  void get_numbers();

  trace::Memory memory_;
  TraceCommons* commons_;
  uint8_t* at_;    // of the next event
  uint8_t* full_;  // from here on there is no room for one
  trace::BlockHeader* block_;
  uint64_t progress_;
  uint64_t events_;  // in earlier blocks
  uint64_t sequence_;
  uint64_t number_, numbers_end_;
  std::atomic<uint64_t> lost_;  // in the life of this object: other threads may have had it before
  uint64_t lost_before_;        // its first block
  uint32_t thread_, os_tid_, thread_type_;
  bool begun_;
  bool paused_;
};

}  // namespace limpid::recorder
