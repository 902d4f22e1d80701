// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "callback_timer.h"

#include <algorithm>

#include "session.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kMost = 300;  // ns that a callback takes without a walk
constexpr uint64_t kCall = 2;    // ns: what the runtime does besides to make the call

// What it costs to read the clock, in its ticks: the least of some tries.
uint64_t cost_of_reading(const CycleClock& clock) {
  static std::atomic<uint64_t> known{0};
  uint64_t least = known.load(std::memory_order_relaxed);
  if (least != 0) return least;
  least = ~0ull;
  for (int i = 0; i < 32; ++i) {
    const uint64_t before = clock.now();
    least = std::min(least, clock.now() - before);
  }
  least = std::max<uint64_t>(least, 1);
  known.store(least, std::memory_order_relaxed);
  return least;
}

}  // namespace

void CallbackTimer::account(uint64_t ticks) const {
  const uint64_t reading = cost_of_reading(clock_);
  const double ns = static_cast<double>(ticks > reading ? ticks - reading : 0) * clock_.scale();
  const uint64_t spent = (std::min(static_cast<uint64_t>(ns + 0.5), kMost) + kCall) * kEvery;
  slot_->callback_ns.store(slot_->callback_ns.load(std::memory_order_relaxed) + spent,
                           std::memory_order_relaxed);
  if (what_ != Of::kTasks) return;
  Session& session = Session::get();
  session.task_events.spent(&session, spent + slot_->task_walks_ns, now_ns());
  slot_->task_walks_ns = 0;
}

}  // namespace limpid::recorder
