// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Filling the header of a new task, whose block may have been used before.
#pragma once

#include "base/check.h"
#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/task/run/ancestry.h"

namespace limpid::core {

// Sets every field that may hold a value of the block's last task (see "At rest" in Task).
[[gnu::always_inline]] inline void fill_header(Thread& self, Task& parent, Task& task, Task::Body body,
                                               size_t data_size, uint32_t flags, TaskKind kind) {
  LIMPID_DCHECK(self.task == &parent && task.thread.load(std::memory_order_relaxed) == nullptr);
  task.icvs = parent.icvs;
  task.group = parent.group;
  task.family.parent.store(&parent, std::memory_order_relaxed);
  task.team = self.team;
  task.body = body;
  task.id = new_task_id(self);
  task.created_at = self.return_address;
  task.tool_word = 0;
  task.flags = flags;
  task.family.depth.store(parent.family.depth.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  task.kind = kind;
  task.counted = false;
  task.constructed = false;
  task.priority = 0;
  task.data_bytes = static_cast<uint32_t>(data_size);
  task.member = self.member;
  task.family.ancestry.store(ancestry_below(parent), std::memory_order_relaxed);
}

}  // namespace limpid::core
