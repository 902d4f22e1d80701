// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CachedArguments: a hot team's copy of the data of its last region.
#pragma once

#include <stddef.h>
#include <string.h>

#include "core/data/policy.h"
#include "platform/cpu.h"

namespace limpid::core {

// A copy of what the region's data points to, on lines that are written only when it changes. When a region
// is repeated with the same data, these lines stay valid in the members' caches.
//
// Owner    the leader, at fork; members read while the region runs.
class CachedArguments {
 public:
  // Where members find the data: here, if its size is known and it fits.
  void* store(void* data, size_t bytes) {
    if (bytes == 0 || bytes > sizeof bytes_ || !policy::enabled(policy::cached_arguments)) return data;
    if (memcmp(bytes_, data, bytes) != 0) memcpy(bytes_, data, bytes);
    return bytes_;
  }

 private:
  alignas(platform::kCacheLine) char bytes_[policy::kCachedArgumentBytes] = {};
};

}  // namespace limpid::core
