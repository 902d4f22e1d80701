// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a hot team remembers of the data of its last region.
#pragma once

#include <stddef.h>
#include <string.h>

#include "platform/cpu.h"

namespace limpid::core {

// What the data of a team's regions points to, on lines that are written only when it changes: a region that
// comes again with the same leaves the members' copies of these lines alone.
//
// Owner    the leader, at fork; members read while the region runs.
class CachedArguments {
 public:
  // Where members find the data: here, if it is known to be so many bytes and these are few.
  void* keep(void* data, size_t bytes) {
    if (bytes == 0 || bytes > sizeof bytes_) return data;
    if (memcmp(bytes_, data, bytes) != 0) memcpy(bytes_, data, bytes);
    return bytes_;
  }

 private:
  alignas(platform::kCacheLine) char bytes_[128] = {};
};

}  // namespace limpid::core
