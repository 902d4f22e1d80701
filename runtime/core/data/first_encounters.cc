// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bounded wait for the first thief at a new taskloop.
#include "core/data/first_encounters.h"

#include "core/data/team.h"
#include "platform/clock.h"
#include "sync/atomic.h"

namespace limpid::core {
void await_first_thief(Thread& self, uint64_t taken_before) {
  MemberTasks& tasks = self.member->tasks;
  const int64_t deadline = platform::monotonic_ns() + policy::kFirstThiefNs;
  uint32_t yields = 0;
  while (tasks.ready.taken() == taken_before && tasks.ready.size() != 0) {
    if (yields >= policy::kFirstThiefYields && platform::monotonic_ns() >= deadline) {
      tasks.first_encounters.note(false);
      return;
    }
    sync::yield();
    ++yields;
  }
  tasks.first_encounters.note(true);
}

}  // namespace limpid::core
