// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "context/task_events.h"

#include <algorithm>

#include "session.h"
#include "system.h"

namespace limpid::recorder {

namespace {

// At a limit of a quarter of a percent: ns of callbacks that a recording begins with and may save up, and that a
// window may cost.
constexpr int64_t kAtFirst = 3'000'000;
constexpr int64_t kWindow = 500'000;
constexpr int64_t kOfLimit = 250;
constexpr uint64_t kShortest = 200'000;  // ns: a stretch that tells a rate

}  // namespace

int64_t TaskEvents::at_first(const Session& session) {
  return kAtFirst * session.settings.max_callback_cost / kOfLimit;
}

void TaskEvents::begin(Session* session, ompt_callback_t callback, uint64_t now) {
  balance_ns_.store(at_first(*session), std::memory_order_relaxed);
  looked_ns_ = measured_from_ns_ = now;
  callback_ = callback;
}

// The thread that overdraws takes the callback back. It is inside one, so the runtime is there.
void TaskEvents::spent(Session* session, uint64_t ns, uint64_t now) {
  const auto cost = static_cast<int64_t>(ns);
  spent_ns_.fetch_add(ns, std::memory_order_relaxed);
  const int64_t before = balance_ns_.fetch_sub(cost, std::memory_order_relaxed);
  if (before > cost || callback_ == nullptr) return;
  uint32_t expected = kHeard;
  if (!state_.compare_exchange_strong(expected, kClosing, std::memory_order_relaxed)) return;
  partly_.store(true, std::memory_order_relaxed);
  session->ompt.set_callback(ompt_callback_task_create, nullptr);
  closed_ns_.store(now, std::memory_order_relaxed);
  state_.store(kUnheard, std::memory_order_release);  // [tasks.heard]
}

void TaskEvents::earn(const Session& session, uint64_t ran_ns) {
  const auto earned = static_cast<int64_t>(ran_ns * session.settings.max_callback_cost / 100000);
  const int64_t before = balance_ns_.fetch_add(earned, std::memory_order_relaxed), most = at_first(session);
  if (before + earned > most) balance_ns_.fetch_sub(before + earned - most, std::memory_order_relaxed);
}

// How many processors the program had since the look before, and which part of it without a window.
void TaskEvents::account(uint64_t ran_ns, uint64_t now) {
  const uint64_t elapsed = now > looked_ns_ ? now - looked_ns_ : 0;
  if (elapsed == 0) return;
  usage_ = static_cast<double>(ran_ns) / static_cast<double>(elapsed);
  if (state_.load(std::memory_order_acquire) == kUnheard) {  // [tasks.heard]
    const uint64_t from = std::clamp(closed_ns_.load(std::memory_order_relaxed), looked_ns_, now);
    unheard_ran_ns_ += usage_ * static_cast<double>(now - from);
  }
  looked_ns_ = now;
}

void TaskEvents::look(Session* session, uint64_t ran_ns, uint64_t now) {
  if (callback_ == nullptr) return;
  earn(*session, ran_ns);
  account(ran_ns, now);
  const uint32_t state = state_.load(std::memory_order_acquire);  // [tasks.heard]
  if (state == kHeard && now > measured_from_ns_ + kShortest) settle(session, now);
  if (state != kUnheard) return;
  if (!settled_) {
    settled_ = true;
    settle(session, closed_ns_.load(std::memory_order_relaxed));
    say(session);
  }
  const bool there = session->ompt.connected.load(std::memory_order_acquire);
  const int64_t window = kWindow * session->settings.max_callback_cost / kOfLimit;
  if (there && balance_ns_.load(std::memory_order_relaxed) >= window) open(session, now);
}

void TaskEvents::say(Session* session) {
  if (unheard_ns_ != 0) return;
  session->writer.note(
      "Tasks are created so fast that to be told of each would cost more than LIMPID_MAX_COST allows: the "
      "runtime tells of them in short windows only. Their numbers are estimates, and a task that nobody told "
      "of is shown where tasks that run the same code were created.");
}

bool TaskEvents::have_rates() {
  if (rates_ == nullptr) rates_ = static_cast<Rate*>(map_pages(TotalsTable::kCapacity * sizeof(Rate)));
  return rates_ != nullptr;
}

template <typename Visit>
void TaskEvents::for_each_task(Session* session, Visit&& visit) {
  TotalsTable& totals = session->totals;
  const uint32_t n = have_rates() ? totals.used() : 0;
  for (uint32_t i = 0; i < n; ++i) {
    if (!totals.listed(i)) continue;
    ConstructTotals& t = totals.entry(i);
    if (t.kind == ConstructTotals::Kind::kTask) visit(t, rates_[i]);
  }
}

// A stretch in which each task was counted ends. Its rate is that of the time before it, too, for the half of
// what nobody was told there.
void TaskEvents::settle(Session* session, uint64_t until_ns) {
  const uint64_t stretch = until_ns > measured_from_ns_ ? until_ns - measured_from_ns_ : 1;
  const uint64_t all_spent = spent_ns_.load(std::memory_order_relaxed);
  const double ran = usage_ * static_cast<double>(stretch);
  const double spent = static_cast<double>(all_spent - measured_from_spent_ns_);
  const double without = std::max({ran - spent, ran / 4, 1.0});
  for_each_task(session, [&](ConstructTotals& t, Rate& rate) {
    const uint64_t counted = t.count.load(std::memory_order_relaxed);
    rate.per_ns = static_cast<double>(counted - rate.counted) / without;
    rate.counted = counted;
    if (owed_ran_ns_ > 0) t.set_missed(rate.missed += rate.per_ns * owed_ran_ns_ / 2);
  });
  owed_ran_ns_ = 0;
  measured_from_ns_ = until_ns;
  measured_from_spent_ns_ = all_spent;
}

// So long nobody was told, at the rate before.
void TaskEvents::miss(Session* session, double ran_ns) {
  for_each_task(session, [&](ConstructTotals& t, Rate& rate) {
    rate.counted = t.count.load(std::memory_order_relaxed);
    if (rate.per_ns > 0) t.set_missed(rate.missed += rate.per_ns * ran_ns);
  });
}

void TaskEvents::open(Session* session, uint64_t now) {
  unheard_ns_ += now - std::min(closed_ns_.load(std::memory_order_relaxed), now);
  owed_ran_ns_ = unheard_ran_ns_;
  unheard_ran_ns_ = 0;
  miss(session, owed_ran_ns_ / 2);
  measured_from_ns_ = now;
  measured_from_spent_ns_ = spent_ns_.load(std::memory_order_relaxed);
  settled_ = false;
  session->ompt.set_callback(ompt_callback_task_create, callback_);
  state_.store(kHeard, std::memory_order_relaxed);
}

void TaskEvents::finish(Session* session, uint64_t ran_ns, uint64_t now) {
  if (callback_ == nullptr || !are_partly_heard()) return;
  account(ran_ns, now);
  const bool heard = state_.load(std::memory_order_acquire) != kUnheard;  // [tasks.heard]
  const uint64_t closed = std::min(closed_ns_.load(std::memory_order_relaxed), now);
  if (heard || !settled_) settle(session, heard ? now : closed);
  if (!heard) {
    if (!settled_) say(session);
    settled_ = true;
    miss(session, unheard_ran_ns_);
    unheard_ran_ns_ = 0;
    unheard_ns_ += now - closed;
    closed_ns_.store(now, std::memory_order_relaxed);
  }
}

void TaskEvents::forget_earlier(Session* session, uint64_t now) {
  callback_ = nullptr;
  partly_.store(false, std::memory_order_relaxed);
  reset_after_fork(session, now);
}

void TaskEvents::reset_after_fork(Session* session, uint64_t now) {
  const bool heard = state_.exchange(kHeard, std::memory_order_relaxed) == kHeard;
  balance_ns_.store(at_first(*session), std::memory_order_relaxed);
  looked_ns_ = measured_from_ns_ = now;
  measured_from_spent_ns_ = spent_ns_.load(std::memory_order_relaxed);
  unheard_ran_ns_ = owed_ran_ns_ = 0;
  unheard_ns_ = 0;
  settled_ = false;
  if (rates_ != nullptr) munmap(rates_, TotalsTable::kCapacity * sizeof(Rate));
  rates_ = nullptr;
  if (!heard && session->ompt.connected.load(std::memory_order_relaxed))
    session->ompt.set_callback(ompt_callback_task_create, callback_);
}

}  // namespace limpid::recorder
