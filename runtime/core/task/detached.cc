// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking detached tasks into a seat's list, and out of it.
#include "core/task/detached.h"

#include "core/task/task.h"

namespace limpid::core {

void DetachedTasks::add(Task& task) {
  sync::MutexGuard guard(mutex_);
  task.next = first_;
  task.lower = nullptr;
  if (first_ != nullptr) first_->lower = &task;
  first_ = &task;
}

void DetachedTasks::remove(Task& task) {
  sync::MutexGuard guard(mutex_);
  (task.lower != nullptr ? task.lower->next : first_) = task.next;
  if (task.next != nullptr) task.next->lower = task.lower;
}

}  // namespace limpid::core
