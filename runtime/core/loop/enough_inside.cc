// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives way to the members that are in a loop already.
#include "core/loop/enough_inside.h"

#include "base/check.h"
#include "core/loop/policy.h"
#include "sync/atomic.h"
#include "sync/give_way.h"

namespace limpid::core {

void let_members_go_on(const Workshare& loop, uint64_t enough) {
  LIMPID_DCHECK(enough >= 1);
  if (loop.schedule != Schedule::shared_dynamic) return;
  for (int times = 0; times < policy::kEntryYields; ++times) {
    const uint64_t taken = loop.next.load(std::memory_order_relaxed);  // a hint
    if (taken < enough || taken >= loop.chunks) return;
    sync::give_way();
  }
}

}  // namespace limpid::core
