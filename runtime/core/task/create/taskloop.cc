// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splitting a taskloop into tasks, and creating them.
#include "core/task/create/taskloop.h"

#include "base/check.h"
#include "core/data/first_encounters.h"
#include "core/data/team.h"
#include "core/reduce/task_reductions.h"
#include "core/task/create/lazy_taskloop.h"
#include "core/task/create/reserved.h"
#include "core/task/run/taskgroup.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

TaskloopSplit evenly(uint64_t iterations, uint64_t tasks) {
  LIMPID_DCHECK(tasks >= 1 && tasks <= iterations);  // no task is empty
  return {tasks, iterations / tasks, iterations % tasks};
}

// An observer receives events of each of the tasks.
template <class A>
bool tasks_are_observed() {
  constexpr uint64_t kObservedEvents = events::bit(events::EventId::task_create) |
                                       events::bit(events::EventId::task_schedule) |
                                       events::bit(events::EventId::dispatch);
  return A::kEmits && events::is_any_observed(kObservedEvents);
}

// kTaskChunk if the tasks must know their chunks for the dispatch event, else 0.
template <class A>
uint32_t chunk_flag() {
  return events::is_observed_as<A>(events::EventId::dispatch) ? uint32_t{kTaskChunk} : 0;
}

void create_tasks(Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split, uint32_t flags) {
  TaskloopChunk chunk{};
  TaskSpec task = spec.task;
  task.flags |= flags;
  task.chunk = &chunk;
  for (uint64_t index = 0; index < split.tasks; ++index) {
    chunk = chunk_at(spec, split, index);
    create_task(self, task);
  }
}

void submit_tasks(Thread& self, const TaskloopSpec& spec, const TaskloopSplit& split, uint32_t flags) {
  TaskSpec how = spec.task;
  for (uint64_t index = 0; index < split.tasks; ++index) {
    const TaskloopChunk chunk = chunk_at(spec, split, index);
    Task& task = spec.reserve(self, chunk);
    note_chunk(task, chunk);
    task.flags |= flags;
    submit_task(self, task, how);
  }
}

}  // namespace

TaskloopSplit split_taskloop(const TaskloopSpec& spec, uint32_t threads) {
  const uint64_t iterations = spec.iterations;
  if (iterations == 0) return {};
  if (spec.grainsize != 0) {
    if (spec.strict) return {(iterations - 1) / spec.grainsize + 1, spec.grainsize, 0};
    // Between one and two grains each (5.1, 2.12.2), unless all iterations are less than one grain.
    return evenly(iterations, spec.grainsize >= iterations ? 1 : iterations / spec.grainsize);
  }
  uint64_t tasks = spec.num_tasks != 0 ? spec.num_tasks : threads;
  return evenly(iterations, tasks < iterations ? tasks : iterations);
}

template <class A>
void taskloop(Thread& self, const TaskloopSpec& spec) {
  const void* caller = self.return_address;
  const TaskloopSplit split = split_taskloop(spec, self.team->size);
  MemberTasks& tasks = self.member->tasks;
  const bool first = spec.task.deferrable && self.team->size > 1 && tasks.first_encounters.is_due(caller);
  const uint64_t taken_before = tasks.ready.taken();
  LazyLoop loop{spec, split, caller, &self};
  if (spec.grouped) begin_taskgroup<A>(self);
  if (spec.reductions != nullptr) register_in_group(self, spec.reductions);
  events::emit_as<A, events::Work>(self, events::WorkKind::taskloop, events::Endpoint::begin, *self.team,
                                   *self.task, spec.iterations, caller);
  if (spec.reserve != nullptr) {
    submit_tasks(self, spec, split, chunk_flag<A>());
  } else if (!tasks_are_observed<A>() && can_be_split_lazily(self, spec, split)) {
    run_lazily(self, loop);
  } else if (!tasks_are_observed<A>() && can_run_in_series(self, spec, split)) {
    run_in_series(self, loop);
  } else {
    create_tasks(self, spec, split, kTaskTaskloop | chunk_flag<A>());
  }
  if (first) [[unlikely]]
    await_first_thief(self, taken_before);
  self.return_address = caller;
  events::emit_as<A, events::Work>(self, events::WorkKind::taskloop, events::Endpoint::end, *self.team,
                                   *self.task, spec.iterations, caller);
  if (spec.grouped) end_taskgroup<A>(self);
  note_handover(self, loop);
}

template void taskloop<events::Observed>(Thread&, const TaskloopSpec&);
template void taskloop<events::Unobserved>(Thread&, const TaskloopSpec&);

}  // namespace limpid::core
