// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <atomic>
#include <cstdint>

#include "context/node_table.h"

namespace limpid::recorder {

// Where tasks were created lately: for those of which nobody has told (TaskEvents). Tasks that are created by the
// same code, or run the same function, in the same region are taken to have come by the same path.
//
// Any thread, at any time; an answer is a guess.
class TaskOrigins {
 public:
  // `by`: the construct's return address, or where the function begins that the tasks run.
  void know(NodeId region, uint64_t by, NodeId context) {
    Entry& e = entry(region, by);
    if (e.key.load(std::memory_order_relaxed) == key(region, by) &&
        e.context.load(std::memory_order_relaxed) == context)
      return;
    // [origins.key] The thread that reads the new key reads the new context or a newer one.
    e.key.store(0, std::memory_order_relaxed);
    e.context.store(context, std::memory_order_release);
    e.key.store(key(region, by), std::memory_order_release);
  }

  // kNoNode: never seen.
  NodeId guess(NodeId region, uint64_t by) {
    const Entry& e = entry(region, by);
    if (e.key.load(std::memory_order_acquire) != key(region, by)) return kNoNode;  // [origins.key]
    return e.context.load(std::memory_order_relaxed);
  }

 private:
  static constexpr uint32_t kEntries = 4096;

  struct Entry {
    std::atomic<uint64_t> key{0};
    std::atomic<NodeId> context{kNoNode};
  };

  // Two that share a number are told apart by nobody: one in 2^52.
  static uint64_t key(NodeId region, uint64_t by) {
    uint64_t h = by * 0x9e3779b97f4a7c15ull ^ region * 0xc2b2ae3d27d4eb4full;
    h ^= h >> 29;
    return h * 0xbf58476d1ce4e5b9ull | 1;
  }
  Entry& entry(NodeId region, uint64_t by) { return entries_[key(region, by) >> 52]; }
  static_assert(kEntries == 1u << 12);

  Entry entries_[kEntries] = {};
};

}  // namespace limpid::recorder
