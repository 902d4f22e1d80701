// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Setting up a root, and moving a thread into it.
#include "core/data/root.h"

#include "base/check.h"
#include "core/barrier/arrival.h"
#include "core/loop/region.h"
#include "core/task/queue/scheduling.h"
#include "core/team/registry.h"

namespace limpid::core {

void enter_new_root(Thread& self, Root& root) {
  Member& slot = root.member;
  LIMPID_DCHECK(root.team.members == nullptr && root.team.size == 1);  // newly constructed
  root.team.members = &slot;
  root.team.phase.begin();
  slot.team = &root.team;
  slot.thread.store(&self, std::memory_order_relaxed);
  refill_arrivals(root.team);
  root.team.spin_policy.choose(live_threads(), 1);
  Task& task = slot.implicit_task;
  task.kind = TaskKind::initial;
  task.team = &root.team;
  task.icvs = initial_icvs();
  task.id = new_task_id(self);
  task.thread.store(&self, std::memory_order_relaxed);
  begin_region_tasks(root.team);
  begin_region_workshares(root.team);
  begin_member_tasks(slot);
  begin_member_workshares(slot);
  return_to_root(self, root);
}

void return_to_root(Thread& self, Root& root) {
  LIMPID_DCHECK(root.member.thread.load(std::memory_order_relaxed) == &self);
  LIMPID_DCHECK(root.team.nesting.level == 0 && root.team.mapped_bytes == 0);  // see is_root() in build.cc
  self.root = &root;
  self.member = &root.member;
  self.team = &root.team;
  self.index = 0;
  self.team_size = 1;
  self.task = &root.member.implicit_task;
  self.state.store(State::work_serial, std::memory_order_relaxed);
}

}  // namespace limpid::core
