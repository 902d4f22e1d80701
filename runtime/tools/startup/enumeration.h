// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tools enumerate: names of numbers, one at a time.
#pragma once

#include <stddef.h>

namespace limpid::tools {

struct NamedNumber {
  int number;
  const char* name;
};

// Ways of mutual exclusion. An enumeration begins with the first row, which is not part of it.
inline constexpr NamedNumber kMutexWays[] = {
    {0, "none"},
    {1, "limpid_mutex_futex"},  // one word; contended threads sleep in the kernel
    {2, "limpid_mutex_turn"},   // ordered: turns are handed on in iteration order
};

// The row after that of the current number; what the tool does not want is null. False: there is none.
template <size_t kRows, class Number>
bool next_of(const NamedNumber (&rows)[kRows], Number current, Number* next, const char** name) {
  for (size_t i = 0; i + 1 < kRows; ++i) {
    if (static_cast<Number>(rows[i].number) != current) continue;
    if (next != nullptr) *next = static_cast<Number>(rows[i + 1].number);
    if (name != nullptr) *name = rows[i + 1].name;
    return true;
  }
  return false;
}

}  // namespace limpid::tools
