// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texts in the debugger's memory, and a buffer to build them.
#pragma once

#include <stdint.h>
#include <string.h>

#include "target/access.h"

namespace limpid::ompd {

// A copy of a text in the debugger's memory, to be released with the debugger's free.
template <class Character>
Rc copy_text(const Access& access, const char* text, Character** copy) {
  void* memory = nullptr;
  const size_t bytes = strlen(text) + 1;
  const Rc rc = access.allocate(bytes, &memory);
  if (rc != Rc::ok || memory == nullptr) return rc == Rc::ok ? Rc::nomem : rc;
  memcpy(memory, text, bytes);
  *copy = static_cast<Character*>(memory);
  return Rc::ok;
}

// Builds a text. What does not fit is cut.
class Text {
 public:
  Text& add(const char* words) {
    while (*words != '\0' && length_ + 1 < kCapacity) buffer_[length_++] = *words++;
    return *this;
  }
  Text& add(int64_t number) {
    if (number >= 0) return add_unsigned(static_cast<uint64_t>(number));
    return add("-").add_unsigned(0 - static_cast<uint64_t>(number));
  }
  Text& add_unsigned(uint64_t number) {
    char digits[24];
    char* begin = digits + sizeof digits - 1;
    *begin = '\0';
    do {
      *--begin = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number != 0);
    return add(begin);
  }
  void clear() { length_ = 0; }
  const char* c_str() {
    buffer_[length_] = '\0';
    return buffer_;
  }

 private:
  static constexpr uint32_t kCapacity = 32768;

  uint32_t length_ = 0;
  char buffer_[kCapacity];
};

}  // namespace limpid::ompd
