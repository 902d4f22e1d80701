// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Beginning an implicit task, running its code, and emitting its end.
#include "core/team/implicit_task.h"

#include "base/check.h"
#include "core/loop/region.h"
#include "core/task/queue/scheduling.h"
#include "core/team/affinity_display.h"
#include "events/emit.h"
#include "platform/cpu.h"
#include "platform/upper_halves.h"

namespace limpid::core {

template <class A>
void begin_implicit_task(Thread& self, Team& team, Member& slot, const RegionDescriptor& region,
                         const Icvs& icvs) {
  Task& task = slot.implicit_task;
  LIMPID_DCHECK(self.member == &slot && slot.team == &team);
  LIMPID_DCHECK(task.kind == TaskKind::implicit);
  task.icvs = icvs;
  task.family.parent.store(region.parent, std::memory_order_relaxed);
  task.team = &team;
  task.body = body_of(region.code);
  task.created_at = region.created_at;
  task.id = new_task_id(self);
  task.tool_word = 0;
  task.group = nullptr;
  task.thread.store(&self, std::memory_order_relaxed);
  begin_member_tasks(slot);
  begin_member_workshares(slot);
  self.task = &task;
  self.state.store(State::work_parallel, std::memory_order_relaxed);
  events::emit_as<A, events::ImplicitTask>(self, events::Endpoint::begin, &team, task, team.size, slot.index,
                                           false);
  if (global_icvs().display_affinity) [[unlikely]]
    display_changed_affinity(self);
  platform::clear_upper_halves();
}

template void begin_implicit_task<events::Observed>(Thread&, Team&, Member&, const RegionDescriptor&,
                                                    const Icvs&);
template void begin_implicit_task<events::Unobserved>(Thread&, Team&, Member&, const RegionDescriptor&,
                                                      const Icvs&);

// Unwinders find this frame between the program's code and the runtime. The store after the call keeps the
// call from becoming a tail call.
void run_implicit_task(Task& task, Task::Body body, void* data) {
  task.frame.set_exit(platform::current_frame_pointer());
  body(data);
  task.frame.set_exit(nullptr);
}

void end_implicit_task(Thread& self, Task& task, uint32_t index) {
  events::emit<events::ImplicitTask>(self, events::Endpoint::end, nullptr, task, 0u, index, false);
}

}  // namespace limpid::core
