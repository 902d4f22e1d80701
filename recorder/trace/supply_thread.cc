// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trace/supply_thread.h"

#include <linux/futex.h>

#include "own_thread.h"
#include "sample/outsiders.h"
#include "sample/priority.h"
#include "system.h"
#include "trace/event_trace.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kStackSize = 128 << 10;
constexpr uint64_t kShortestSleep = 1'000'000;
constexpr uint64_t kLongestSleep = 2'000'000;

}  // namespace

bool SupplyThread::start(EventTrace* trace) {
  trace_ = trace;
  tid_.store(0, std::memory_order_relaxed);
  stop_.store(0, std::memory_order_relaxed);
  running_ = start_own_thread(&thread_, kStackSize, &enter, this);
  // The sampler is not to take it for one of the program's.
  constexpr timespec kMoment{0, 50'000};
  for (int i = 0; running_ && i < 200 && tid_.load(std::memory_order_relaxed) == 0; ++i)
    nanosleep(&kMoment, nullptr);
  Outsiders::know_own(tid_.load(std::memory_order_relaxed));
  return running_;
}

void SupplyThread::forget() {
  running_ = false;
  Outsiders::know_own(0);
}

bool SupplyThread::stop(uint64_t patience_ns) {
  if (!running_) return true;
  if (!stop_own_thread(thread_, &stop_, patience_ns)) return false;
  running_ = false;
  Outsiders::know_own(0);
  return true;
}

void* SupplyThread::enter(void* self) {
  static_cast<SupplyThread*>(self)->run();
  return nullptr;
}

void SupplyThread::sleep(uint64_t ns) {
  const timespec time{0, static_cast<long>(ns)};
  syscall(SYS_futex, &stop_, FUTEX_WAIT_PRIVATE, 0, &time, nullptr, 0);
}

// While events come it looks often; otherwise the stock is large enough for a while.
void SupplyThread::run() {
  pthread_setname_np(pthread_self(), "limpid-trace");
  run_promptly();
  tid_.store(thread_id(), std::memory_order_relaxed);
  for (uint64_t pause = kShortestSleep; stop_.load(std::memory_order_acquire) == 0;) {
    pause = trace_->supply() ? kShortestSleep : pause * 2 < kLongestSleep ? pause * 2 : kLongestSleep;
    sleep(pause);
  }
}

}  // namespace limpid::recorder
