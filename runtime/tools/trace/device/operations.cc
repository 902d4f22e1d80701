// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the latest operations.
#include "tools/trace/device/operations.h"

#include "platform/cpu.h"
#include "platform/memory.h"

namespace limpid::tools::trace {

bool Operations::prepare() {
  sync::MutexGuard guard(lock_);
  if (ring_ == nullptr) ring_ = static_cast<Operation*>(platform::map_ready_pages(kKept * sizeof(Operation)));
  return ring_ != nullptr;
}

uint32_t Operations::put(const Operation& operation) {
  sync::MutexGuard guard(lock_);
  if (++newest_ == 0) ++newest_;
  ring_[newest_ % kKept] = operation;
  // The next one's lines have left the caches long ago.
  const Operation* const next = &ring_[(newest_ + 1) % kKept];
  platform::fetch_for_writing(next);
  platform::fetch_for_writing(&next->run);
  return newest_;
}

bool Operations::get(uint32_t number, Operation& operation) {
  sync::MutexGuard guard(lock_);
  if (number == 0 || newest_ - number >= kKept) return false;
  operation = ring_[number % kKept];
  return true;
}

}  // namespace limpid::tools::trace
