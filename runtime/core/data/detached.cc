// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linking detached tasks into a slot's list, and out of it.
#include "core/data/detached.h"

#include "base/check.h"
#include "core/data/task.h"

namespace limpid::core {

void DetachedTasks::add(Task& task) {
  sync::MutexGuard guard(mutex_);
  LIMPID_DCHECK(first_ == nullptr || first_->links.lower == nullptr);
  task.next = first_;
  task.links.lower = nullptr;
  if (first_ != nullptr) first_->links.lower = &task;
  first_ = &task;
}

void DetachedTasks::remove(Task& task) {
  sync::MutexGuard guard(mutex_);
  LIMPID_DCHECK((task.links.lower != nullptr ? task.links.lower->next : first_) == &task);
  LIMPID_DCHECK(task.next == nullptr || task.next->links.lower == &task);
  (task.links.lower != nullptr ? task.links.lower->next : first_) = task.next;
  if (task.next != nullptr) task.next->links.lower = task.links.lower;
}

}  // namespace limpid::core
