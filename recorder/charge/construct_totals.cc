// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charge/construct_totals.h"

#include "system.h"

namespace limpid::recorder {

bool TotalsTable::create() {
  entries_ = static_cast<ConstructTotals*>(map_pages(kCapacity * sizeof(ConstructTotals)));
  numbers_ = static_cast<NumberTable<kCapacity>*>(map_pages(sizeof(NumberTable<kCapacity>)));
  return entries_ != nullptr && numbers_ != nullptr;
}

// The rest is the zeros of fresh memory.
uint32_t TotalsTable::add(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind) {
  static_assert(kCapacity < 1u << NumberTable<kCapacity>::kNumberBits);
  if (used() == kCapacity) return 0;
  const uint32_t order = used_.fetch_add(1, std::memory_order_acq_rel);
  if (order >= kCapacity) return 0;
  ConstructTotals& e = entries_[order];
  e.node = node;
  e.kind = kind;
  e.mutex_kind = mutex_kind;
  e.shortest.store(~0ull, std::memory_order_relaxed);
  return order + 1;
}

// An entry whose number is nobody's stays unlisted.
ConstructTotals* TotalsTable::find(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind) {
  if (entries_ == nullptr) return nullptr;
  const uint64_t key =
      static_cast<uint64_t>(node) << 8 | static_cast<uint64_t>(kind) << 4 | (mutex_kind & 0xf);
  const auto found = numbers_->find(key, [&] { return add(node, kind, mutex_kind); });
  if (found.number == 0) return nullptr;
  ConstructTotals& e = entries_[found.number - 1];
  if (found.is_new) e.listed.store(true, std::memory_order_release);  // [totals.listed]
  return &e;
}

void TotalsTable::reset() {
  const uint32_t n = used();
  for (uint32_t i = 0; i < n; ++i) {
    if (!listed(i)) continue;
    ConstructTotals& e = entry(i);
    e.record = nullptr;
    e.dirty.store(false, std::memory_order_relaxed);
    e.regions.reset();
    e.count.store(0, std::memory_order_relaxed);
    e.elapsed.store(0, std::memory_order_relaxed);
    e.longest.store(0, std::memory_order_relaxed);
    e.shortest.store(~0ull, std::memory_order_relaxed);
    e.capacity.store(0, std::memory_order_relaxed);
  }
}

}  // namespace limpid::recorder
