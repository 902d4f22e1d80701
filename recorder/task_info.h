// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <omp-tools.h>

#include "ompt_link.h"

namespace limpid::recorder {

// What the runtime says of a task of the calling thread (ompt_get_task_info; OMPT 5.1, 4.6.1).
struct TaskInfo {
  bool known = false;  // there is such a task, and the runtime tells all of it
  int flags = 0;
  int thread_number = 0;
  ompt_data_t* task = nullptr;
  ompt_data_t* parallel = nullptr;
  ompt_frame_t* frame = nullptr;

  bool is_initial() const { return (flags & ompt_task_initial) != 0; }
  bool is_explicit() const { return (flags & ompt_task_explicit) != 0; }
  // The initial task included.
  bool is_implicit() const { return (flags & (ompt_task_implicit | ompt_task_initial)) != 0; }

  // What the data words hold; kNoNode: nothing of the recorder's.
  NodeId node() const { return task == nullptr ? kNoNode : node_of(task->value); }
  NodeId node_of_region() const { return parallel == nullptr ? kNoNode : node_of(parallel->value); }
};

// 0: the current task; 1: the task around it, and so on. Async-signal-safe.
inline TaskInfo task_info(const OmptLink& ompt, int level = 0) {
  TaskInfo info;
  info.known = ompt.get_task_info(level, &info.flags, &info.task, &info.frame, &info.parallel,
                                  &info.thread_number) == 2;
  return info;
}

}  // namespace limpid::recorder
