// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "shared_word.h"

namespace limpid::recorder {

// Gives each key one number, for good. Any thread asks; nobody waits. It may lie in zeroed memory.
template <uint32_t kPlaces>
class NumberTable {
 public:
  static constexpr unsigned kNumberBits = 17;
  static constexpr unsigned kKeyBits = 64 - kNumberBits;

  struct Found {
    uint32_t number = 0;  // 0: there is none, and no room for one
    bool is_new = false;  // from this thread
  };

  // The number of a key of kKeyBits. While it has none, make() is asked for one, once at most: from 1, with kNumberBits;
  // 0: it has no more. What make() has written is seen by all who find its number. Where another thread was first, that of
  // this one is nobody's.
  template <class Make>
  Found find(uint64_t key, Make&& make) {
    uint32_t own = 0;
    uint64_t slot = (key + 1) * 0x9e3779b97f4a7c15ull >> 48;
    for (uint32_t probes = 0; probes < kProbes; ++probes, ++slot) {
      Atomic<uint64_t>& place = places_[slot % kPlaces];
      uint64_t seen = place.load(std::memory_order_acquire);  // [number.place]
      if (seen == 0) {
        if (own == 0) own = make();
        if (own == 0) return {};
        // [number.place]
        if (place.compare_exchange_strong(seen, key << kNumberBits | own, std::memory_order_release,
                                          std::memory_order_acquire))
          return {own, true};
      }
      if (seen >> kNumberBits == key) return {static_cast<uint32_t>(seen & ((1u << kNumberBits) - 1)), false};
    }
    return {};
  }

 private:
  static constexpr uint32_t kProbes = kPlaces < 256 ? kPlaces : 256;

  Atomic<uint64_t> places_[kPlaces];  // key and number; 0: nothing here
};

}  // namespace limpid::recorder
