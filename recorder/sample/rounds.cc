// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/rounds.h"

#include <algorithm>

#include <linux/futex.h>

#include "system.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kLate = 2'000'000;  // ns

void sleep_until(uint64_t due_ns, const std::atomic<uint32_t>& stop) {
  const uint64_t now = now_ns();
  if (now >= due_ns) return;
  const timespec t{static_cast<time_t>((due_ns - now) / kSecond),
                   static_cast<long>((due_ns - now) % kSecond)};
  syscall(SYS_futex, &stop, FUTEX_WAIT_PRIVATE, 0, &t, nullptr, 0);
}

}  // namespace

void Rounds::start(uint64_t mean_ns) {
  due_ns_ = now_ns();
  interval_ = RandomInterval(due_ns_ * 0x9e3779b97f4a7c15ull);
  planned_ns_ = interval_.next(mean_ns);
}

bool Rounds::next(const std::atomic<uint32_t>& stop, uint64_t mean_ns, Round* round) {
  due_ns_ += planned_ns_;
  sleep_until(due_ns_, stop);
  if (stop.load(std::memory_order_acquire) == kStop) return false;
  const uint64_t now = now_ns();
  due_ns_ = std::min(due_ns_, now);
  if (now > due_ns_ + kLate) {
    ++late_;
    due_ns_ = now;
  }
  planned_ns_ = interval_.next(mean_ns);
  *round = {now, planned_ns_};
  return true;
}

void Rounds::come_sooner(uint64_t mean_ns) {
  planned_ns_ = std::min(planned_ns_, interval_.next(mean_ns));
}

}  // namespace limpid::recorder
