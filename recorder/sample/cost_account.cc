// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sample/cost_account.h"

#include "file/profile_file.h"
#include "sample/thread_registry.h"

namespace limpid::recorder {

void CostAccount::take_from(ThreadSlot* slot) {
  handler_ns_ += slot->handler_ns.exchange(0, std::memory_order_relaxed);
  callback_ns_ += slot->callback_ns.exchange(0, std::memory_order_relaxed);
  captures_ += slot->captures.exchange(0, std::memory_order_relaxed);
  regions_ += slot->region_events.exchange(0, std::memory_order_relaxed);
  tasks_ += slot->task_events.exchange(0, std::memory_order_relaxed);
}

uint64_t CostAccount::regions(const ThreadRegistry& threads) const {
  uint64_t sum = regions_;
  const uint32_t n = threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* s = threads.slot(i);
    if (s != nullptr) sum += s->region_events.load(std::memory_order_relaxed);
  }
  return sum;
}

void CostAccount::write(const ThreadRegistry& threads, profile::CountersRecord* record) const {
  CostAccount sum = *this;
  const uint32_t n = threads.high_water();
  for (uint32_t i = 0; i < n; ++i) {
    const ThreadSlot* s = threads.slot(i);
    if (s == nullptr) continue;
    sum.handler_ns_ += s->handler_ns.load(std::memory_order_relaxed);
    sum.callback_ns_ += s->callback_ns.load(std::memory_order_relaxed);
    sum.captures_ += s->captures.load(std::memory_order_relaxed);
    sum.regions_ += s->region_events.load(std::memory_order_relaxed);
    sum.tasks_ += s->task_events.load(std::memory_order_relaxed);
  }
  store_in_place(&record->handler_ns, sum.handler_ns_);
  store_in_place(&record->callback_ns, sum.callback_ns_);
  store_in_place(&record->contexts_captured, sum.captures_);
  store_in_place(&record->regions, sum.regions_);
  store_in_place(&record->tasks, sum.tasks_);
}

}  // namespace limpid::recorder
