// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "callback_timer.h"

#include <algorithm>

#include "session.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kMost = 300;  // ns that a callback takes without a walk
// What the runtime does besides to make the call, and what the callback does before it is timed, in ns.
constexpr uint64_t kCall = 3;

// What it costs to read the clock, in its ticks: the least of some tries.
uint64_t ticks_of_reading(const CycleClock& clock) {
  static std::atomic<uint64_t> known{0};
  uint64_t least = known.load(std::memory_order_relaxed);
  if (least != 0) return least;
  least = ~0ull;
  for (int i = 0; i < 16; ++i) {
    const uint64_t before = clock.now();
    least = std::min(least, clock.now() - before);
  }
  least = std::max<uint64_t>(least, 1);
  known.store(least, std::memory_order_relaxed);
  return least;
}

}  // namespace

void CallbackTimer::begin() {
  timed_ = true;
  began_ = Session::get().clock.now();
}

void CallbackTimer::end() const {
  Session& session = Session::get();
  const CycleClock& clock = session.clock;
  const uint64_t ticks = clock.now() - began_, reading = ticks_of_reading(clock);
  const double ns = static_cast<double>(ticks > reading ? ticks - reading : 0) * clock.scale();
  const uint64_t spent = (std::min(static_cast<uint64_t>(ns + 0.5), kMost) + kCall) * kEvery;
  const uint64_t all = slot_->callback_ns.load(std::memory_order_relaxed) + spent;
  slot_->callback_ns.store(all, std::memory_order_relaxed);
  const uint64_t told = std::min(slot_->callback_told_ns, all);
  slot_->callback_told_ns = all;
  session.task_events.spent(&session, all - told, now_ns());
}

}  // namespace limpid::recorder
