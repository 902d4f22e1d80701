// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Enumerations for tools: numbers with names, one at a time.
#pragma once

#include <stddef.h>

namespace limpid::tools {

struct NamedNumber {
  int number;
  const char* name;
};

// Implementations of mutual exclusion. An enumeration begins with the first row, which is not part of it.
inline constexpr NamedNumber kMutexWays[] = {
    {0, "none"},
    {1, "limpid_mutex_futex"},  // one word; contended threads sleep in the kernel
    {2, "limpid_mutex_turn"},   // ordered: turns are handed on in iteration order
};

// Sets the row after that of the current number; null pointers are skipped. False: there is no such row.
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
