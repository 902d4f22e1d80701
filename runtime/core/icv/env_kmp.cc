// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the variables of LLVM's runtime that have a meaning here.
#include "core/icv/environment.h"

namespace limpid::core {

// Like OMP_STACKSIZE, but in bytes if there is no letter.
bool read_kmp_stack_size(EnvText& text, Environment& environment) {
  static constexpr Word<std::uint64_t> kUnits[] = {
      {"b", 1}, {"k", 1 << 10}, {"m", 1 << 20}, {"g", 1 << 30}, {"t", std::uint64_t{1} << 40}, {nullptr, 0}};
  std::int64_t size = 0;
  std::uint64_t unit = 1;
  if (!text.take_number(std::int64_t{1}, INT64_MAX, size)) return false;
  take_one_of(text, kUnits, unit);
  std::uint64_t bytes = 0;
  if (!text.at_end() || __builtin_mul_overflow(static_cast<std::uint64_t>(size), unit, &bytes)) return false;
  if (!environment.stacksize_given) environment.global.stacksize = bytes;
  environment.stacksize_given = true;
  return true;
}

bool read_block_time(EnvText& text, Environment& environment) {
  std::uint32_t milliseconds = INT32_MAX;
  if (!text.take_word("infinite") && !text.take_word("infinity")) {
    constexpr std::uint32_t kUsPerMs = 1000;
    if (!text.take_number(0u, std::uint32_t{INT32_MAX}, milliseconds)) return false;
    // Less than a millisecond counts as one.
    if (!text.take_word("ms") && text.take_word("us"))
      milliseconds = (milliseconds + kUsPerMs - 1) / kUsPerMs;
  }
  if (!text.at_end()) return false;
  environment.global.block_time = static_cast<std::int32_t>(milliseconds);
  environment.global.block_time_given = true;
  return true;
}

bool read_library(EnvText& text, Environment& environment) {
  static constexpr Word<std::int32_t> kWords[] = {
      {"serial", 1}, {"turnaround", 2}, {"throughput", 3}, {nullptr, 0}};
  std::int32_t library = 0;
  if (!take_one_of(text, kWords, library) || !text.at_end()) return false;
  environment.global.library = library;
  return true;
}

}  // namespace limpid::core
