// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The taskloop construct, as an entry point passes it to core.
#pragma once

#include <stdint.h>

#include <algorithm>

#include "base/check.h"
#include "core/data/thread.h"
#include "core/task/create/create.h"
#include "core/task/create/taskloop_chunk.h"

namespace limpid::core {

// A taskloop construct as an entry point decodes it. Iterations are counted from 0.
struct TaskloopSpec {
  TaskSpec task;  // with the loop's variable; core sets the chunk
  // Instead of a copy of task.data: reserves a task (core/task/create/reserved.h) with the chunk's data in place.
  // Then of task only deferrable and priority are used.
  Task& (*reserve)(Thread& self, const TaskloopChunk& chunk) = nullptr;
  uint64_t iterations = 0;
  uint64_t grainsize = 0;  // 0: not given
  uint64_t num_tasks = 0;  // 0: not given
  bool strict = false;
  bool grouped = true;              // false: nogroup
  uintptr_t* reductions = nullptr;  // descriptor to register in the group
  const void* context = nullptr;    // for reserve
};

// Built for events::Observed and events::Unobserved.
template <class A>
void taskloop(Thread& self, const TaskloopSpec& spec);

inline void taskloop(Thread& self, const TaskloopSpec& spec) {
  self.observers.are_absent_in_tasks() ? taskloop<events::Unobserved>(self, spec)
                                       : taskloop<events::Observed>(self, spec);
}

// How many tasks share the iterations, and how: the first `longer` tasks get one iteration more than size.
// Strict grain sizes: all get size, except that the last gets the rest.
struct TaskloopSplit {
  uint64_t tasks = 0;
  uint64_t size = 0;
  uint64_t longer = 0;
};
TaskloopSplit split_taskloop(const TaskloopSpec& spec, uint32_t threads);

// The iterations of one of the tasks, index < split.tasks.
inline TaskloopChunk chunk_at(const TaskloopSpec& spec, const TaskloopSplit& split, uint64_t index) {
  LIMPID_DCHECK(index < split.tasks);
  const uint64_t first = index * split.size + (index < split.longer ? index : split.longer);
  const uint64_t size = split.size + (index < split.longer ? 1 : 0);
  LIMPID_DCHECK(first < spec.iterations);  // no task is empty
  const uint64_t left = spec.iterations - first;
  return {spec.context, first, size < left ? size : left};
}

// How many tasks from `index` on have as many iterations as that one: at least one.
inline uint64_t equal_tasks(const TaskloopSplit& split, uint64_t index) {
  LIMPID_DCHECK(index < split.tasks);
  if (index < split.longer) return split.longer - index;
  return std::max(split.tasks - 1, index + 1) - index;  // the last may have fewer
}

}  // namespace limpid::core
