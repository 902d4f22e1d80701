// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charge/construct_totals.h"

#include "system.h"

namespace limpid::recorder {

bool TotalsTable::create() {
  entries_ = static_cast<ConstructTotals*>(map_pages(kCapacity * sizeof(ConstructTotals)));
  keys_ = static_cast<std::atomic<uint64_t>*>(map_pages(kCapacity * sizeof(uint64_t)));
  order_ = static_cast<std::atomic<uint32_t>*>(map_pages(kCapacity * sizeof(uint32_t)));
  return entries_ != nullptr && keys_ != nullptr && order_ != nullptr;
}

// The thread that puts the key into its slot fills the entry and then lists it; others may add to the entry
// before it is listed: its counters start at the zeros of fresh memory, but for shortest, where zero means
// "none" until it is listed.
ConstructTotals* TotalsTable::find(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind) {
  if (entries_ == nullptr) return nullptr;
  const uint64_t key =
      static_cast<uint64_t>(node) << 8 | static_cast<uint64_t>(kind) << 4 | (mutex_kind & 0xf);
  const uint64_t wanted = key + 1;
  uint64_t slot = wanted * 0x9e3779b97f4a7c15ull >> 48;
  for (uint32_t probes = 0; probes < 256; ++probes, ++slot) {
    const uint32_t index = static_cast<uint32_t>(slot % (kCapacity - 1)) + 1;
    uint64_t seen = keys_[index].load(std::memory_order_acquire);
    if (seen == 0 && keys_[index].compare_exchange_strong(seen, wanted, std::memory_order_acq_rel)) {
      ConstructTotals& e = entries_[index];
      e.node = node;
      e.kind = kind;
      e.mutex_kind = mutex_kind;
      e.shortest.store(~0ull, std::memory_order_relaxed);
      const uint32_t order = used_.fetch_add(1, std::memory_order_acq_rel);
      order_[order].store(index, std::memory_order_release);
      return &e;
    }
    if (seen == wanted) return &entries_[index];
  }
  return nullptr;
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
