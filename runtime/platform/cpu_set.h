// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A set of processors.
#pragma once

#include <cstddef>
#include <cstdint>

namespace limpid::platform {

// The largest number of processors that Linux can be built for on our platforms.
constexpr std::uint32_t kMaxProcessors = 8192;

// A set of operating-system processor numbers. 1 KiB: meant for the stack.
class CpuSet {
 public:
  void add(std::uint32_t processor) { words_[processor / kWordBits] |= bit_of(processor); }
  void remove(std::uint32_t processor) { words_[processor / kWordBits] &= ~bit_of(processor); }
  // Numbers past the limit are simply not members.
  [[nodiscard]] bool has(std::uint32_t processor) const {
    return processor < kMaxProcessors && (words_[processor / kWordBits] & bit_of(processor)) != 0;
  }
  [[nodiscard]] std::uint32_t count() const;
  // The first member >= `from`, or kMaxProcessors.
  [[nodiscard]] std::uint32_t next(std::uint32_t from) const;

  [[nodiscard]] std::uint64_t* words() { return words_; }
  [[nodiscard]] const std::uint64_t* words() const { return words_; }

 private:
  static constexpr std::uint32_t kWordBits = 64;
  static std::uint64_t bit_of(std::uint32_t processor) { return std::uint64_t{1} << (processor % kWordBits); }

  std::uint64_t words_[kMaxProcessors / kWordBits] = {};
};

// Writes a list like "0-3,6" into `text` (always terminated when size > 0) and returns the length of the
// whole list, without the terminating zero.
std::size_t format_cpu_list(const CpuSet& set, char* text, std::size_t size);

}  // namespace limpid::platform
