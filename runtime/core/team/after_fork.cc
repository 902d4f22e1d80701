// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resets teams and threads in the child of fork(2), which has one thread.
#include "core/team/after_fork.h"

#include <new>

#include "base/check.h"
#include "core/data/root.h"
#include "core/task/detach/in_flight.h"
#include "core/task/detach/watcher.h"
#include "core/task/run/after_fork.h"
#include "core/team/attach.h"
#include "core/team/pool.h"
#include "core/team/registry.h"
#include "platform/os_thread.h"
#include "platform/sleeping_thread.h"
#include "sync/atomic.h"
#include "sync/user_teams.h"

namespace limpid::core {
namespace {

constinit sync::Atomic<uint32_t> g_generation{0};

// The other members' threads do not exist; their slots become as new. Their own hot teams are leaked: no
// thread is left that could end them.
void reset_slot(Team& team, uint32_t index) {
  Member* place = ::new (&team.members[index]) Member;
  place->team = &team;
  place->index = index;
}

// Reduces the team to the survivor, so that its barriers wait for no other thread. Its thread number stays.
void shrink_to_survivor(Team& team, const Member& survivor) {
  LIMPID_DCHECK(survivor.team == &team && survivor.index < team.capacity);
  for (uint32_t index = 0; index < team.capacity; ++index) {
    if (&team.members[index] != &survivor) reset_slot(team, index);
  }
  team.size = 1;
  team.fanout = 1;
  team.join_mode = JoinMode::silent;
  team.observed_end.forget_helpers();
  team.barrier.forget_arrivals();
  team.members[0].arrivals_expected = 1;
  team.members[0].barrier_arrivals.refill(1);
  team.members[0].join_arrivals.refill(0);
}

}  // namespace

uint32_t process_generation() {
  return g_generation.load(std::memory_order_relaxed);
}

bool lives_in_forked_child(const Thread& self) {
  return self.process_generation != process_generation();
}

void start_over_in_child(Thread* self) {
  g_generation.fetch_add(1, std::memory_order_relaxed);
  reset_pool_in_child();
  forget_watchers_after_fork();
  forget_tasks_in_flight();
  forget_other_threads(self);
  count_attached_after_fork(self);
  sync::UserTeams::restart(0);
  platform::SleepingThread::forget_all();
  if (self == nullptr) return;
  LIMPID_DCHECK(self->registration.alive.load(std::memory_order_relaxed));
  self->identity.native_id = platform::native_thread_id();
  self->team_size = 1;
  self->team->nesting.contention_group->nesting.threads_of_group.store(1, std::memory_order_relaxed);
  Team* inner = nullptr;  // the team inside, handled in the last step: stays, shrunk
  Task* task = self->task;
  for (Member* place = self->member; place != nullptr; place = place->team->nesting.leader_member) {
    // A helper of a league: the hot team around it is idle, and the thread never returns to its slot there.
    if (!place->team->phase.runs()) break;
    if (place->hot_team != nullptr && place->hot_team != inner) {
      place->hot_team->waiting_teams.forget_helpers();
      place->hot_team = nullptr;
    }
    if (place->team->mapped_bytes != 0) shrink_to_survivor(*place->team, *place);
    keep_only_running_tasks(*self, *place, *task);
    task = place->team->region.parent_task;
    inner = place->team;
  }
  if (self->root->member.hot_team != nullptr) sync::UserTeams::restart(1);
}

}  // namespace limpid::core
