// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/thread_trace.h"

#include "sample/thread_slot.h"
#include "session.h"
#include "trace/earlier_tasks.h"

namespace limpid::recorder {

constinit thread_local ThreadTrace* ThreadTrace::current_ = nullptr;

void ThreadTrace::begin(TraceCommons* commons, ThreadSlot* slot) {
  commons_ = commons;
  slot_ = slot;
  start_over();
  current_ = this;
}

void ThreadTrace::start_over() {
  recording_ = commons_->recording;
  memory_.begin({});
  forget_block();
  events_ = sequence_ = lost_before_ = 0;
  context_ = kNoNode;
  latest_ = 0;
  paused_ = false;
}

void ThreadTrace::end() {
  leave_block(memory_.time());
  if (current_ == this) current_ = nullptr;
}

void ThreadTrace::forget_block() {
  block_ = nullptr;
  at_ = full_ = nullptr;
}

// From here on the block may be used again.
void ThreadTrace::leave_block(uint64_t now) {
  if (block_ == nullptr) return;
  events_ += progress_ >> 32;
  AtomicRef<uint64_t>(block_->end_ticks)
      .store(now == 0 ? 1 : now, std::memory_order_release);  // [block.left]
  forget_block();
}

// False: the event is not written, because tracing pauses or there is no block.
bool ThreadTrace::make_room(trace::Event e) {
  if (pause_changed()) switch_pause(e.time_ns);
  if (at_ < full_) return true;
  if (!paused_ && next_block(e)) return true;
  paused_ ? memory_.follow(e) : miss(e);
  return false;
}

bool ThreadTrace::next_block(const trace::Event& first) {
  const uint64_t now = first.time_ns;
  const bool begins = recording_ != commons_->recording;
  const uint32_t number = commons_->queue.take();
  if (number == BlockQueue::kNone) return false;
  if (begins) start_over();
  leave_block(now);
  block_ = commons_->mapping.block(number);
  writes_plain(block_);
  memory_.describe(block_);
  if (now > block_->begin_ticks) block_->begin_ticks = now;
  block_->thread = slot_->id;
  block_->os_tid = static_cast<uint32_t>(slot_->tid);
  block_->thread_type = static_cast<uint32_t>(slot_->type);
  block_->sequence = sequence_++;
  block_->first_event = events_;
  block_->lost_before = lost_before_;
  lost_before_ = 0;
  __atomic_store_n(&block_->magic, trace::kBlockMagic, __ATOMIC_RELEASE);
  memory_.begin(*block_);
  progress_ = 0;
  auto* const base = reinterpret_cast<uint8_t*>(block_);
  at_ = base + trace::kEventsOffset;
  full_ = base + trace::kBlockBytes - trace::kMaxEventBytes + 1;
  if (!begins) return true;
  trace::Event e;
  e.kind = trace::EventKind::kThreadBegin;
  e.time_ns = now;
  write(e);
  if (first.kind != trace::EventKind::kImplicitBegin) say_earlier_tasks(Session::get(), this);
  return true;
}

// Not written. Where no block was to be had it counts: in the block that the thread still has, else in its
// first one.
void ThreadTrace::miss(const trace::Event& e) {
  memory_.follow(e);
  latest_ = latest_of(e.kind, e.detail);
  lost_.store(lost() + 1, std::memory_order_relaxed);
  if (block_ == nullptr) {
    ++lost_before_;
  } else {
    __atomic_store_n(&block_->lost_after, block_->lost_after + 1, __ATOMIC_RELAXED);
  }
}

// What happens in a pause is not written, so what comes after it goes into a block of its own, whose header
// says where the thread then is.
void ThreadTrace::switch_pause(uint64_t now) {
  trace::Event e;
  e.time_ns = now;
  if (!paused_) {
    e.kind = trace::EventKind::kPause;
    if (at_ < full_ || next_block(e)) {
      write(e);
    } else {
      miss(e);
    }
    paused_ = true;
    full_ = at_;
  } else {
    // Without a block the pause ends with a loss.
    paused_ = false;
    e.kind = trace::EventKind::kResume;
    if (next_block(e)) {
      write(e);
    } else {
      miss(e);
    }
  }
}

void ThreadTrace::get_numbers() {
  number_ = commons_->numbers.fetch_add(kNumbersAtOnce, std::memory_order_relaxed);
  numbers_end_ = number_ + kNumbersAtOnce;
}

}  // namespace limpid::recorder
