// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows a thread's enclosing teams up to a nesting level.
#include "core/data/ancestors.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/data/thread.h"

namespace limpid::core {

Ancestor ancestor_at(const Thread& self, int level) {
  if (level < 0 || self.team == nullptr || static_cast<std::uint32_t>(level) > self.team->level)
    return {-1, -1};
  const Team* team = self.team;
  std::uint32_t thread_num = self.index;
  while (team->level > static_cast<std::uint32_t>(level)) {
    LIMPID_DCHECK(team->parent != nullptr && team->leader_member->team == team->parent);
    thread_num = team->leader_member->index;
    team = team->parent;
  }
  return {static_cast<int>(thread_num), static_cast<int>(team->size)};
}

}  // namespace limpid::core
