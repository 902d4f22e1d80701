// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copying task data, which is mostly a few words.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace limpid::core {

// Most tasks have a few words of data, for which a call of memcpy costs more than the copy.
inline void copy_bytes(void* to, const void* from, size_t size) {
  char* target = static_cast<char*>(to);
  const char* source = static_cast<const char*>(from);
  if (size - 8 <= 8) {
    uint64_t head, tail;
    memcpy(&head, source, 8);
    memcpy(&tail, source + size - 8, 8);
    memcpy(target, &head, 8);
    memcpy(target + size - 8, &tail, 8);
  } else if (size - 17 < 16) {
    char head[16], tail[16];
    memcpy(head, source, 16);
    memcpy(tail, source + size - 16, 16);
    memcpy(target, head, 16);
    memcpy(target + size - 16, tail, 16);
  } else {
    memcpy(target, source, size);
  }
}

}  // namespace limpid::core
