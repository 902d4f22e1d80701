// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory with a requested location: locked in RAM, or distributed over the NUMA nodes.
#pragma once

#include <stddef.h>

namespace limpid::platform {

enum class NumaLayout : unsigned char {
  kFirstTouch,   // the system's default: a page comes from the node of the thread that touches it first
  kNearest,      // from the node of the calling thread
  kInterleaved,  // page by page over all nodes
  kBlocked,      // one run of pages per node
};

// Zero-filled pages, or nullptr when there are none or when they cannot be locked in RAM (`pinned`, see
// RLIMIT_MEMLOCK). The layout is a hint: a kernel without NUMA support gives ordinary pages.
void* map_placed_pages(size_t bytes, bool pinned, NumaLayout layout);

}  // namespace limpid::platform
