// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the latest operations in pages that are touched as they are needed.
#include "tools/trace/device/operations.h"

#include "platform/memory.h"

namespace limpid::tools::trace {

bool Operations::prepare() {
  sync::MutexGuard guard(lock_);
  if (ring_ == nullptr) ring_ = static_cast<Operation*>(platform::map_pages(kKept * sizeof(Operation)));
  return ring_ != nullptr;
}

uint64_t Operations::put(const Operation& operation) {
  sync::MutexGuard guard(lock_);
  ring_[count_ % kKept] = operation;
  return ++count_;
}

bool Operations::get(uint64_t number, Operation& operation) {
  sync::MutexGuard guard(lock_);
  if (number == 0 || number > count_ || count_ - number >= kKept) return false;
  operation = ring_[(number - 1) % kKept];
  return true;
}

}  // namespace limpid::tools::trace
