// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The messages about locks that are used wrongly.
#include "core/lock/misuse.h"

#include <stdint.h>

#include "base/check.h"
#include "core/data/thread.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

bool first_time(sync::Atomic<bool>& said) {
  return !said.exchange(true, std::memory_order_relaxed);
}

sync::Atomic<bool> g_said_deadlock{false};
sync::Atomic<bool> g_said_free{false};
sync::Atomic<bool> g_said_held{false};

}  // namespace

void warn_self_deadlock(const Thread& self, const void* lock) {
  if (!first_time(g_said_deadlock)) return;
  base::warn(
      "thread %llu waits for the lock or critical section at %p, which it holds itself; expected another "
      "thread",
      static_cast<unsigned long long>(self.identity.id), lock);
}

void warn_released_free(const void* lock) {
  if (first_time(g_said_free))
    base::warn("the lock at %p is unset although nobody holds it; expected a set lock", lock);
}

void warn_destroyed_held(const void* lock) {
  if (first_time(g_said_held))
    base::warn("the lock at %p is destroyed while it is set; expected an unset lock", lock);
}

}  // namespace limpid::core
