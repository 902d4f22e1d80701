// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts Fortran's arguments to C's.
// gfortran calls NAME_ with everything by reference, NAME_8_ when integers or logicals have 8 bytes. A
// character argument comes with its length, blank-padded and without a zero.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace limpid::abi {

// An 8-byte integer where C takes an int: the nearest int.
inline int int_of(int64_t value) {
  if (value > INT32_MAX) return INT32_MAX;
  if (value < INT32_MIN) return INT32_MIN;
  return static_cast<int>(value);
}

// The length without the blanks at the end.
inline size_t trimmed_length(const char* text, size_t length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return length;
}

// Fills the rest of a character variable behind a text of `used` bytes.
inline void pad_with_blanks(char* text, size_t used, size_t size) {
  if (used < size) memset(text + used, ' ', size - used);
}

}  // namespace limpid::abi
