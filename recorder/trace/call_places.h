// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "context/node_table.h"

namespace limpid::recorder {

struct ThreadSlot;

// Where one thread's latest calls into the runtime came from. In front of find_place(): it asks the runtime
// nothing, and is as certain, because the same task context called with the same stack below the callback, and
// every return address between the call and the task's beginning is where it was.
class CallPlaces {
 public:
  // `here`: the callback's own frame. `context`: of the task that calls; kNoNode: not known.
  [[gnu::always_inline]] NodeId find(ThreadSlot* slot, NodeId context, const void* code, const void* here) {
    Entry& e = entries_[slot_of(code, here)];
    if (e.code == code && e.here == here && e.context == context && context != kNoNode && unchanged(e))
        [[likely]]
      return e.place;
    return find_slowly(&e, slot, context, code, here);
  }

 private:
  static constexpr unsigned kEntriesLog = 6;
  static constexpr uint32_t kEntries = 1u << kEntriesLog;
  static constexpr uint32_t kReturns = 5;

  struct Entry {
    const void* code;
    const void* here;
    NodeId context;
    NodeId place;
    uint32_t returns;
    uint32_t reserved;
    const volatile uint64_t* address[kReturns];
    uint64_t value[kReturns];
  };

  // Recursion calls with the same code at many depths.
  static uint64_t slot_of(const void* code, const void* here) {
    const uint64_t mixed = reinterpret_cast<uint64_t>(code) + (reinterpret_cast<uint64_t>(here) << 20);
    return mixed * 0x9e3779b97f4a7c15ull >> (64 - kEntriesLog);
  }

  [[gnu::no_sanitize_address]] static bool unchanged(const Entry& e) {
    for (uint32_t i = 0; i < e.returns; ++i) {
      if (*e.address[i] != e.value[i]) return false;
    }
    return true;
  }

  NodeId find_slowly(Entry* e, ThreadSlot* slot, NodeId context, const void* code, const void* here);

  Entry entries_[kEntries];
};

}  // namespace limpid::recorder
