// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "charge/construct_totals.h"
#include "context/node_table.h"

namespace limpid::recorder {

// Remembers for one thread which contexts its recent constructs had, so that a construct met again costs a
// few compares instead of a stack walk. A hit is certain, not likely: besides the key, every return address
// that the walk had found must still lie where it was.
class CreationCache {
 public:
  struct Key {
    NodeId parent;
    uint32_t kind;  // what is being looked up: any number the caller likes
    uint64_t code;  // codeptr_ra
    uint64_t span;  // size of the task's stack, or any other distance known without a walk
    bool operator==(const Key&) const = default;
  };

  static constexpr uint32_t kReturns = 40;

  // A construct in its context.
  struct Construct {
    NodeId node;
    ConstructTotals* totals;
    std::atomic<uint32_t> events;   // counted by the owner alone
    std::atomic<uint32_t> flushed;  // so many of them are in the totals
  };

  struct Entry : Construct {
    Key key;
    uint32_t returns;
    uint32_t offset[kReturns];  // of return addresses from the base
    uint64_t value[kReturns];
  };

  // Whether a construct is recursion depends on its parent and code alone (recursion.h). node is kNoNode if it
  // is none.
  struct Recursion : Construct {
    NodeId parent;
    uint32_t kind;
    uint64_t code;
    bool is(NodeId from, uint32_t what, uint64_t where) const {
      return code == where && parent == from && kind == what;
    }
  };

  // Where the answer for these stands, if it is known; is() tells.
  Recursion& recursion(NodeId parent, uint32_t kind, uint64_t code) {
    const uint64_t h = (code * 0x9e3779b97f4a7c15ull ^ (parent * 16 + kind) * 0xc2b2ae3d27d4eb4full) >> 40;
    return recursions_[h % kRecursions];
  }

  // The entry for the key if the stack from `base` up to `stack_high` still looks the same; else nullptr.
  Entry* find(const Key& key, uint64_t base, uint64_t stack_high) {
    Entry* set = set_of(key);
    for (uint32_t way = 0; way < kWays; ++way) {
      Entry& e = set[way];
      if (e.node == kNoNode) return nullptr;  // and so are the ways behind it
      if (e.key == key && unchanged(e, base, stack_high)) return &e;
    }
    return nullptr;
  }

  // An entry to fill for the key; what it held before is flushed.
  Entry* replace(const Key& key) {
    Entry* set = set_of(key);
    uint32_t way = 0;
    while (way < kWays && set[way].node != kNoNode) ++way;
    Entry* victim = &set[way < kWays ? way : turn_++ % kWays];
    flush(victim);
    victim->node = kNoNode;
    victim->key = key;
    victim->returns = 0;
    return victim;
  }

  // Whoever comes with an older count than the last one takes the difference back.
  static void flush(Construct* e) {
    const uint32_t events = e->events.load(std::memory_order_relaxed);
    const auto n = static_cast<int32_t>(events - e->flushed.exchange(events, std::memory_order_relaxed));
    if (n != 0 && e->totals != nullptr) e->totals->add_events(static_cast<uint64_t>(int64_t{n}));
  }

  // Adds up what all entries hold back. Also for another thread than the owner.
  void flush_all() {
    for (Entry& e : entries_) flush(&e);
    for (Recursion& r : recursions_) flush(&r);
  }

 private:
  static constexpr uint32_t kWays = 4;
  static constexpr uint32_t kSets = 128;
  static constexpr uint32_t kRecursions = 512;

  Entry* set_of(const Key& key) {
    uint64_t h = (key.code ^ key.span * 31) * 0x9e3779b97f4a7c15ull + key.parent * 0xc2b2ae3d27d4eb4full;
    h ^= h >> 32;
    return &entries_[(h % kSets) * kWays];
  }

  [[gnu::no_sanitize_address]] static bool unchanged(const Entry& e, uint64_t base, uint64_t stack_high) {
    for (uint32_t i = 0; i < e.returns; ++i) {
      const uint64_t address = base + e.offset[i];
      if (address + sizeof(uint64_t) > stack_high) return false;
      if (*reinterpret_cast<const volatile uint64_t*>(address) != e.value[i]) return false;
    }
    return true;
  }

  Recursion recursions_[kRecursions];
  Entry entries_[kSets * kWays];
  uint32_t turn_;
};

}  // namespace limpid::recorder
