// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows a thread's enclosing teams up to a nesting level.
#include "core/data/ancestors.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/data/thread.h"

namespace limpid::core {

Ancestor ancestor_at(const Thread& self, int level) {
  if (level < 0 || self.team == nullptr || static_cast<std::uint32_t>(level) > self.team->nesting.level)
    return {-1, -1};
  const Team* team = self.team;
  std::uint32_t thread_num = self.index;
  while (team->nesting.level > static_cast<std::uint32_t>(level)) {
    LIMPID_DCHECK(team->nesting.parent != nullptr &&
                  team->nesting.leader_member->team == team->nesting.parent);
    thread_num = team->nesting.leader_member->index;
    team = team->nesting.parent;
  }
  return {static_cast<int>(thread_num), static_cast<int>(team->size)};
}

}  // namespace limpid::core
