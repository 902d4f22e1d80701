// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "system.h"

namespace limpid::recorder::unwind {

// Reads words of a stack. Inside [low, high) memory is known to be readable and is read directly: the
// thread's own stack from its stack pointer up. Anything else (an alternate signal stack, a coroutine's,
// garbage) goes through the kernel, which answers instead of faulting.
class StackView {
 public:
  // The calling thread's stack.
  StackView(uint64_t low, uint64_t high)
      : low_(low), high_(high), data_(reinterpret_cast<const uint8_t*>(low)) {}

  // Another thread's stack, of which `buffer` holds a copy of [low, low + bytes).
  StackView(uint64_t low, const uint8_t* buffer, uint64_t bytes)
      : low_(low), high_(low + bytes), data_(buffer) {}

  // Other functions' frames are read here on purpose, whatever a sanitizer thinks of that.
  [[gnu::no_sanitize_address]] bool read(uint64_t address, uint64_t* out) const {
    if (address >= low_ && address < high_ && high_ - address >= sizeof *out) {
      __builtin_memcpy(out, data_ + (address - low_), sizeof *out);
      return true;
    }
    return safe_copy(out, address, sizeof *out) == sizeof *out;
  }

 private:
  uint64_t low_, high_;
  const uint8_t* data_;
};

}  // namespace limpid::recorder::unwind
