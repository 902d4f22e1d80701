// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "context/node_table.h"

namespace limpid::recorder {

struct ThreadSlot;

// Where one thread's latest calls into the runtime came from. In front of find_place(): it asks the runtime nothing, and is
// as certain, because the same task context called from the same code, and every return address between the call and the
// task's beginning is where it was, counted from the callback's frame. So all depths of a recursion are one entry.
class CallPlaces {
 public:
  // `here`: the callback's own frame. `context`: of the task that calls; kNoNode: not known.
  [[gnu::always_inline]] NodeId find(ThreadSlot* slot, NodeId context, const void* code, const void* here) {
    Pair& pair = pairs_[pair_of(context, code)];
    if (context != kNoNode && code != nullptr) [[likely]] {
      if (pair.latest.matches(context, code, here)) [[likely]]
        return pair.latest.place;
    }
    return find_slowly(&pair, slot, context, code, here);
  }

 private:
  static constexpr unsigned kPairsLog = 5;
  static constexpr uint32_t kPairs = 1u << kPairsLog;
  static constexpr uint32_t kReturns = 5;

  struct Entry {
    const void* code;  // nullptr: there is none
    NodeId context;
    NodeId place;
    uint32_t returns;
    uint32_t offset[kReturns];  // of a return address, from the callback's frame
    uint64_t value[kReturns];

    [[gnu::no_sanitize_address]] bool matches(NodeId called_in, const void* called_from,
                                              const void* here) const {
      if (code != called_from || context != called_in) return false;
      for (uint32_t i = 0; i < returns; ++i) {
        const char* address = static_cast<const char*>(here) + offset[i];
        if (*reinterpret_cast<const volatile uint64_t*>(address) != value[i]) return false;
      }
      return true;
    }
  };
  // Of calls by the same code through two callers, or from two callbacks.
  struct Pair {
    Entry latest, other;
  };

  static uint64_t pair_of(NodeId context, const void* code) {
    const uint64_t mixed = reinterpret_cast<uint64_t>(code) + (uint64_t{context} << 32);
    return mixed * 0x9e3779b97f4a7c15ull >> (64 - kPairsLog);
  }

  NodeId find_slowly(Pair* pair, ThreadSlot* slot, NodeId context, const void* code, const void* here);
  static NodeId enter(Entry* e, ThreadSlot* slot, NodeId context, const void* code, const void* here);

  Pair pairs_[kPairs];
};

}  // namespace limpid::recorder
