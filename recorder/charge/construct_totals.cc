// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charge/construct_totals.h"

#include "system.h"

namespace limpid::recorder {

namespace {

constexpr unsigned kNumberBits = 17;  // from 1 to kCapacity
static_assert(TotalsTable::kCapacity < 1u << kNumberBits);

uint64_t key_of(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind) {
  return static_cast<uint64_t>(node) << 8 | static_cast<uint64_t>(kind) << 4 | (mutex_kind & 0xf);
}

}  // namespace

bool TotalsTable::create() {
  entries_ = static_cast<ConstructTotals*>(map_pages(kCapacity * sizeof(ConstructTotals)));
  places_ = static_cast<std::atomic<uint64_t>*>(map_pages(kCapacity * sizeof(uint64_t)));
  return entries_ != nullptr && places_ != nullptr;
}

// The rest is the zeros of fresh memory. nullptr: the table is full.
ConstructTotals* TotalsTable::add(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind) {
  if (used() == kCapacity) return nullptr;
  const uint32_t order = used_.fetch_add(1, std::memory_order_acq_rel);
  if (order >= kCapacity) return nullptr;
  ConstructTotals& e = entries_[order];
  e.node = node;
  e.kind = kind;
  e.mutex_kind = mutex_kind;
  e.shortest.store(~0ull, std::memory_order_relaxed);
  return &e;
}

// A thread fills an entry before it puts its number into a place, so that others find it whole. Where another thread was
// first, what this one has filled stays unlisted, and nobody's.
ConstructTotals* TotalsTable::find(NodeId node, ConstructTotals::Kind kind, uint32_t mutex_kind) {
  if (entries_ == nullptr) return nullptr;
  const uint64_t key = key_of(node, kind, mutex_kind);
  ConstructTotals* fresh = nullptr;
  uint64_t slot = (key + 1) * 0x9e3779b97f4a7c15ull >> 48;
  for (uint32_t probes = 0; probes < 256; ++probes, ++slot) {
    std::atomic<uint64_t>& place = places_[slot % kCapacity];
    uint64_t seen = place.load(std::memory_order_acquire);  // [totals.place]
    if (seen == 0) {
      if (fresh == nullptr) fresh = add(node, kind, mutex_kind);
      if (fresh == nullptr) return nullptr;
      const auto number = static_cast<uint64_t>(fresh - entries_) + 1;
      // [totals.place]
      if (place.compare_exchange_strong(seen, key << kNumberBits | number, std::memory_order_acq_rel,
                                        std::memory_order_acquire)) {
        fresh->listed.store(true, std::memory_order_release);  // [totals.listed]
        return fresh;
      }
    }
    if (seen >> kNumberBits == key) return &entries_[(seen & ((1u << kNumberBits) - 1)) - 1];
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
