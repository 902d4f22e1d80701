// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/implicit_events.h"

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
  callback_ = callback;
}

// The state changes first: what threads are told while the callback goes belongs to no period.
void ImplicitEvents::take_back(Session* session) {
  const uint32_t state = state_.load(std::memory_order_relaxed);
  if ((state & 1) != 0) return;
  state_.store(state + 1, std::memory_order_relaxed);
  session->ompt.set_callback(ompt_callback_implicit_task, nullptr);
  if (state != 0) return;
  const char text[] = "told while regions are rare";
  session->writer.info("setting:implicit_tasks", text, sizeof text - 1);
}

// The callback comes first: from its beginning on, a period is told of.
void ImplicitEvents::set_again(Session* session) {
  const uint32_t state = state_.load(std::memory_order_relaxed);
  if ((state & 1) == 0) return;
  session->ompt.set_callback(ompt_callback_implicit_task, callback_);
  state_.store(state + 1, std::memory_order_relaxed);
}

void ImplicitEvents::look(Session* session, uint64_t regions, uint64_t now) {
  if (callback_ == nullptr || now < looked_ns_ + kShortest) return;
  if (!session->ompt.connected.load(std::memory_order_acquire)) return;
  const uint64_t cost = (regions > regions_ ? regions - regions_ : 0) * kCost;
  const uint64_t allowed = (now - looked_ns_) * session->settings.max_callback_cost / 100'000;
  looked_ns_ = now;
  regions_ = regions;
  if (cost > allowed) take_back(session);
  if (cost < allowed / kRarer) set_again(session);
}

void ImplicitEvents::forget_earlier() {
  callback_ = nullptr;
  state_.store(0, std::memory_order_relaxed);
}

void ImplicitEvents::reset_after_fork(Session* session, uint64_t now) {
  const bool untold = (state_.exchange(0, std::memory_order_relaxed) & 1) != 0;
  looked_ns_ = now;
  regions_ = 0;
  if (untold && session->ompt.connected.load(std::memory_order_relaxed))
    session->ompt.set_callback(ompt_callback_implicit_task, callback_);
}

}  // namespace limpid::recorder
