// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the members of a team wake up.
#include "core/data/wake_apart.h"

#include "base/check.h"

namespace limpid::core {
namespace {

bool may_be_apart(const Thread& self, const Team& team) {
  return !team.spin_policy->crowded && !self.spin_limit.is_shared();
}

void wake_elsewhere(Member& member, int64_t now) {
  Thread* const sleeper = member.thread.load(std::memory_order_relaxed);
  LIMPID_DCHECK(sleeper != nullptr);
  sleeper->wake_place.avoid_waker(now, sleeper->identity.native_id);
}

}  // namespace

void keep_apart(Member& member) {
  if (may_be_apart(this_thread(), *member.team)) wake_elsewhere(member, platform::monotonic_ns());
}

void keep_members_apart(const Thread& self, Team& team) {
  LIMPID_DCHECK(self.team == &team);
  if (!may_be_apart(self, team)) return;
  const int64_t now = platform::monotonic_ns();
  for (uint32_t index = 0; index < team.size; ++index) {
    if (index != self.index) wake_elsewhere(team.members[index], now);
  }
}

}  // namespace limpid::core
