// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counting, enumerating and printing sets of processors.
#include "platform/cpu_set.h"

#include <stdio.h>

namespace limpid::platform {

std::uint32_t CpuSet::count() const {
  std::uint32_t sum = 0;
  for (std::uint64_t word : words_) sum += static_cast<std::uint32_t>(__builtin_popcountll(word));
  return sum;
}

std::uint32_t CpuSet::next(std::uint32_t from) const {
  while (from < kMaxProcessors) {
    const std::uint64_t rest = words_[from / kWordBits] >> (from % kWordBits);
    if (rest != 0) return from + static_cast<std::uint32_t>(__builtin_ctzll(rest));
    from = (from / kWordBits + 1) * kWordBits;
  }
  return kMaxProcessors;
}

std::size_t format_cpu_list(const CpuSet& set, char* text, std::size_t size) {
  std::size_t length = 0;
  if (size > 0) text[0] = '\0';
  for (std::uint32_t first = set.next(0); first < kMaxProcessors;) {
    std::uint32_t last = first;
    while (set.has(last + 1)) ++last;
    char item[32];
    const char* comma = length > 0 ? "," : "";
    const int n = last == first ? snprintf(item, sizeof item, "%s%u", comma, first)
                                : snprintf(item, sizeof item, "%s%u-%u", comma, first, last);
    if (length < size) snprintf(text + length, size - length, "%s", item);
    length += static_cast<std::size_t>(n);
    first = set.next(last + 1);
  }
  return length;
}

}  // namespace limpid::platform
