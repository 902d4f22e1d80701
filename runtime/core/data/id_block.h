// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// IdBlock: unique ids of regions, tasks and other objects.
#pragma once

#include <stdint.h>

#include "base/check.h"
#include "core/data/policy.h"
#include "sync/atomic.h"

namespace limpid::core {

// Ids that are unique in the process. Each thread takes them from the shared counter in blocks, so that hot
// paths do not contend for its line. They count up from 1 and stay small: known collectors keep only the low
// 32 bits.
class IdBlock {
 public:
  uint64_t next(sync::Atomic<uint64_t>& source) {
    if (next_ == end_) [[unlikely]] {
      const uint64_t block = policy::enabled(policy::id_blocks) ? policy::kIdsPerBlock : 1;
      next_ = source.fetch_add(block, std::memory_order_relaxed);
      end_ = next_ + block;
    }
    LIMPID_DCHECK(next_ != 0 && next_ < end_);  // 0 means "none"
    return next_++;
  }

 private:
  uint64_t next_ = 0;
  uint64_t end_ = 0;
};

// Sources; each starts at 1, 0 means "none".
extern sync::Atomic<uint64_t> g_region_ids;
extern sync::Atomic<uint64_t> g_task_ids;
extern sync::Atomic<uint64_t> g_unique_ids;  // ompt_get_unique_id

}  // namespace limpid::core
