// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// taskwait, with and without dependences, and taskyield.
#include "core/task/run/wait.h"

#include "base/check.h"
#include "core/task/create/create.h"
#include "core/task/depend/dependence.h"
#include "core/task/run/siblings.h"
#include "events/emit.h"

namespace limpid::core {

using events::Endpoint;
using events::SyncKind;

namespace {

// A function of its own: in a taskwait without children most of the time would go into SyncWaitScope.
[[gnu::noinline]] void await_children(Thread& self, Task& current) {
  NothingLeft goal{current.family.children};
  SyncWaitScope wait(self, SyncKind::taskwait, self.team->region.id);
  run_many_siblings(self);
  help_until(self, goal, wait);
}

}  // namespace

template <class A>
void taskwait(Thread& self) {
  Task& current = *self.task;
  const void* caller = self.return_address;
  events::emit_as<A, events::SyncRegion>(self, SyncKind::taskwait, Endpoint::begin, self.team, current,
                                         caller);
  if (current.family.children.left() != 0) await_children(self, current);
  LIMPID_DCHECK(current.family.children.left() == 0 && self.task == &current);
  // Some children finished on other threads: the count starts from zero again.
  if (!current.family.children.settled()) current.family.children.reset();
  if (current.dependences != nullptr) forget_finished(self, *current.dependences);
  events::emit_as<A, events::SyncRegion>(self, SyncKind::taskwait, Endpoint::end, self.team, current, caller);
}

void taskyield(Thread& self) {
  if (Task* task = find_descendant(self, *self.task)) run_task(self, *task, events::TaskSwitch::yield);
  report_completions(self);
}

template <class A>
void taskwait_depend(Thread& self, const events::Dependence* dependences, uint32_t count) {
  constexpr uint64_t kObservedEvents = events::bit(events::EventId::task_create) |
                                       events::bit(events::EventId::task_schedule) |
                                       events::bit(events::EventId::dependences);
  if (self.task->family.children.left() == 0 && !(A::kEmits && events::is_any_observed(kObservedEvents)))
    return;
  await_dependences<A>(self, dependences, count);
}

template void taskwait<events::Observed>(Thread&);
template void taskwait<events::Unobserved>(Thread&);
template void taskwait_depend<events::Observed>(Thread&, const events::Dependence*, uint32_t);
template void taskwait_depend<events::Unobserved>(Thread&, const events::Dependence*, uint32_t);

}  // namespace limpid::core
