// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "unwind/x86_64.h"

namespace limpid::recorder::unwind {

// The common shape of a frame: CFA = register + offset, return address just below it, preserved registers
// unchanged or saved at fixed places. Nearly all compiled code is of this shape.
struct Rule {
  static constexpr int16_t kUnchanged = 1;  // saved offsets are multiples of 8, so 1 is free
  enum Kind : uint8_t { kPlain, kOutermost };
  Kind kind = kPlain;
  uint8_t cfa_register = 0;
  int32_t cfa_offset = 0;
  int16_t saved[kPreservedCount] = {};  // from the CFA, or kUnchanged
};

// Remembers rules by address, for all threads, without locks: an entry is a sequence lock whose writers give
// up instead of waiting (the writer may be the very thread that a handler has interrupted).
class RuleCache {
 public:
  bool find(uint64_t pc, uint64_t generation, Rule* rule) const {
    const Entry& e = entry(pc);
    const uint32_t before = e.version.load(std::memory_order_acquire);
    if ((before & 1) != 0) return false;
    // [rule.version] Acquire keeps the second look at the version behind these loads.
    const bool match = e.pc.load(std::memory_order_acquire) == pc &&
                       e.generation.load(std::memory_order_acquire) == generation;
    uint64_t words[kWords];
    for (unsigned i = 0; i < kWords; ++i) words[i] = e.words[i].load(std::memory_order_acquire);
    if (!match || e.version.load(std::memory_order_relaxed) != before) return false;
    __builtin_memcpy(rule, words, sizeof *rule);
    return true;
  }

  void store(uint64_t pc, uint64_t generation, const Rule& rule) {
    Entry& e = entry(pc);
    uint32_t version = e.version.load(std::memory_order_relaxed);
    if ((version & 1) != 0 ||
        !e.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) {
      return;
    }
    // [rule.version] Release keeps the odd version before these stores.
    e.pc.store(pc, std::memory_order_release);
    e.generation.store(generation, std::memory_order_release);
    uint64_t words[kWords] = {};
    __builtin_memcpy(words, &rule, sizeof rule);
    for (unsigned i = 0; i < kWords; ++i) e.words[i].store(words[i], std::memory_order_release);
    e.version.store(version + 2, std::memory_order_release);
  }

 private:
  static constexpr unsigned kWords = (sizeof(Rule) + 7) / 8;
  static constexpr unsigned kEntries = 4096;

  struct Entry {
    std::atomic<uint32_t> version{0};
    std::atomic<uint64_t> pc{0};
    std::atomic<uint64_t> generation{0};
    std::atomic<uint64_t> words[kWords] = {};
  };

  const Entry& entry(uint64_t pc) const { return entries_[hash(pc)]; }
  Entry& entry(uint64_t pc) { return entries_[hash(pc)]; }
  static unsigned hash(uint64_t pc) {
    return static_cast<unsigned>((pc * 0x9e3779b97f4a7c15ull) >> 52) % kEntries;
  }

  Entry entries_[kEntries];
};

}  // namespace limpid::recorder::unwind
