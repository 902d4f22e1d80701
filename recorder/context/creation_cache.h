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

  struct Return {
    uint64_t address;
    uint32_t offset;  // of the word that holds it, from the base
  };

  // Between two instances of a region the program may have used all of the processor's caches: then each line is a
  // miss. So what is compared lies together, in the order in which it is.
  struct alignas(64) Entry : Construct {
    Key key;
    uint32_t returns;
    Return returned[kReturns];
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
    for (const uint16_t number : set_of(key)) {
      if (number == 0) return nullptr;  // and so are the ways behind it
      Entry& e = entries_[number - 1];
      for (uint32_t line = 1; line < kUsualLines; ++line) __builtin_prefetch(bytes_of(&e) + 64 * line);
      if (e.key != key || e.node == kNoNode) continue;
      __builtin_prefetch(e.totals);
      if (unchanged(e, base, stack_high)) return &e;
    }
    return nullptr;
  }

  // An entry to fill for the key; what it held before is flushed.
  Entry* replace(const Key& key) {
    auto& set = set_of(key);
    uint32_t way = 0;
    while (way < kWays && set[way] != 0 && entries_[set[way] - 1].node != kNoNode) ++way;
    if (way == kWays) way = turn_++ % kWays;
    if (set[way] == 0) set[way] = next_entry();
    Entry* victim = &entries_[set[way] - 1];
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
    const uint32_t used = used_.load(std::memory_order_relaxed);  // what is not filled yet holds nothing back
    for (uint32_t i = 0; i < used; ++i) flush(&entries_[i]);
    for (Recursion& r : recursions_) flush(&r);
  }

 private:
  static constexpr uint32_t kWays = 4;
  static constexpr uint32_t kSets = 128;
  static constexpr uint32_t kRecursions = 512;
  static constexpr uint32_t kUsualLines = 3;  // of an entry: up to eight return addresses

  using Set = uint16_t[kWays];  // numbers of entries, from 1; 0: none

  Set& set_of(const Key& key) {
    uint64_t h = (key.code ^ key.span * 31) * 0x9e3779b97f4a7c15ull + key.parent * 0xc2b2ae3d27d4eb4full;
    h ^= h >> 32;
    return sets_[h % kSets];
  }

  uint16_t next_entry() {
    const uint32_t number = used_.load(std::memory_order_relaxed) + 1;
    used_.store(number, std::memory_order_relaxed);
    return static_cast<uint16_t>(number);
  }

  static const char* bytes_of(const Entry* e) { return reinterpret_cast<const char*>(e); }

  [[gnu::no_sanitize_address]] static bool unchanged(const Entry& e, uint64_t base, uint64_t stack_high) {
    for (uint32_t i = 0; i < e.returns; ++i) {
      const uint64_t word = base + e.returned[i].offset;
      if (word + sizeof(uint64_t) > stack_high) return false;
      if (*reinterpret_cast<const volatile uint64_t*>(word) != e.returned[i].address) return false;
    }
    return true;
  }

  Set sets_[kSets];
  std::atomic<uint32_t> used_;
  uint32_t turn_;
  Recursion recursions_[kRecursions];
  Entry entries_[kSets * kWays];  // in the order in which they were met, so that few pages hold them
};

}  // namespace limpid::recorder
