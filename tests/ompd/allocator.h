// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The debugger's memory: knows what is out, so that leaks and wrong releases are seen.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <set>

namespace limpid::test {

class Allocator {
 public:
  // False when the next allocations are to fail.
  bool allocate(std::uint64_t bytes, void** memory) {
    if (failing_after == 0) return false;
    if (failing_after > 0) --failing_after;
    if (bytes > most) return false;
    *memory = std::malloc(bytes != 0 ? bytes : 1);
    live.insert(*memory);
    return true;
  }
  // False: nothing that was allocated here.
  bool release(void* memory) {
    if (live.erase(memory) == 0) return false;
    std::free(memory);
    return true;
  }

  std::set<void*> live;
  long failing_after = -1;         // that many succeed; -1: all
  std::uint64_t most = 64u << 20;  // nothing that the libraries ask for is larger
};

inline Allocator& allocator() {
  static Allocator the_one;
  return the_one;
}

}  // namespace limpid::test
