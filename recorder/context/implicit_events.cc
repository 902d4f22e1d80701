// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/implicit_events.h"

#include <sched.h>

#include "session.h"

namespace limpid::recorder {

namespace {

constexpr uint64_t kCost = 150;             // ns that a region's implicit tasks cost to be told of
constexpr uint64_t kShortest = 10'000'000;  // ns: a stretch that tells how fast regions come
constexpr uint64_t kRarer = 4;              // so many times less than what is too much

}  // namespace

void ImplicitEvents::begin(ompt_callback_t callback, uint64_t now) {
  looked_ns_ = now;
  regions_ = 0;
  seen_ = state_.load(std::memory_order_relaxed);
  callback_.store(callback, std::memory_order_relaxed);
}

// What threads are told while the callback goes, or comes, belongs to no period.
void ImplicitEvents::take_back(Session* session) {
  uint32_t state = state_.load(std::memory_order_relaxed);
  if (state % kSteps != kTold || !state_.compare_exchange_strong(state, state + 1, std::memory_order_relaxed))
    return;
  session->ompt.set_callback(ompt_callback_implicit_task, nullptr);
  state_.store(state + 2, std::memory_order_release);  // [implicit.step]
  if (state != 0) return;
  const char text[] = "told while regions are rare";
  session->writer.info("setting:implicit_tasks", text, sizeof text - 1);
}

void ImplicitEvents::set_again(Session* session) {
  uint32_t state = state_.load(std::memory_order_acquire);  // [implicit.step]
  if (state % kSteps != kNotTold ||
      !state_.compare_exchange_strong(state, state + 1, std::memory_order_relaxed))
    return;
  session->ompt.set_callback(ompt_callback_implicit_task, callback_.load(std::memory_order_relaxed));
  state_.store(state + 2, std::memory_order_release);  // [implicit.step]
}

void ImplicitEvents::tell_of_new(Session* session) {
  if (callback_.load(std::memory_order_relaxed) == nullptr) return;
  for (;;) {
    const uint32_t step = state_.load(std::memory_order_acquire) % kSteps;  // [implicit.step]
    if (step == kTold) return;
    step == kNotTold ? set_again(session) : static_cast<void>(sched_yield());
  }
}

void ImplicitEvents::look(Session* session, uint64_t regions, uint64_t now) {
  if (callback_.load(std::memory_order_relaxed) == nullptr || now < looked_ns_ + kShortest) return;
  if (!session->ompt.connected.load(std::memory_order_acquire)) return;
  const uint64_t cost = (regions > regions_ ? regions - regions_ : 0) * kCost;
  const uint64_t allowed = (now - looked_ns_) * session->settings.max_callback_cost / 100'000;
  looked_ns_ = now;
  regions_ = regions;
  // A period that has begun since the look before is not ended yet: a new region's threads are still to begin.
  const uint32_t state = state_.load(std::memory_order_relaxed);
  if (cost > allowed && state == seen_) take_back(session);
  if (cost < allowed / kRarer) set_again(session);
  seen_ = state_.load(std::memory_order_relaxed);
}

void ImplicitEvents::forget_earlier() {
  callback_.store(nullptr, std::memory_order_relaxed);
  state_.store(0, std::memory_order_relaxed);
}

void ImplicitEvents::reset_after_fork(Session* session, uint64_t now) {
  const bool untold = state_.exchange(0, std::memory_order_relaxed) % kSteps != kTold;
  seen_ = 0;
  looked_ns_ = now;
  regions_ = 0;
  if (untold && session->ompt.connected.load(std::memory_order_relaxed))
    session->ompt.set_callback(ompt_callback_implicit_task, callback_.load(std::memory_order_relaxed));
}

}  // namespace limpid::recorder
