// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeping a team's shared tasks in order of priority, and taking a task that the thread may run.
#include "core/data/shared_queue.h"

#include "base/check.h"
#include "core/data/task.h"
#include "core/task/queue/predecessor.h"
#include "core/task/run/ancestry.h"

namespace limpid::core {

// The position of a task in the queue: head is the first of its equals, above the head of the next higher
// priority, before its predecessor among the equals (null if the task is the head itself).
struct SharedQueue::Place {
  Task* above = nullptr;
  Task* head = nullptr;
  Task* before = nullptr;
  Task* task = nullptr;
};

bool Wanted::operator()(const Task& task) const {
  if (ancestor != nullptr && !is_descendant(task, *ancestor)) return false;
  return successor == nullptr || leads_to(task, *successor);
}

uint64_t SharedQueue::counted_as(const Task& task) {
  return task.priority > 0 ? kPriority + 1 : 1;
}

void SharedQueue::push(Task& task) {
  sync::MutexGuard guard(mutex_);
  Task** link = &first_level_;
  while (*link != nullptr && (*link)->priority > task.priority) link = &(*link)->links.lower;
  Task* head = *link;
  task.next = nullptr;
  if (head != nullptr && head->priority == task.priority) {
    LIMPID_DCHECK(head->links.last_equal->next == nullptr &&
                  head->links.last_equal->priority == task.priority);
    head->links.last_equal->next = &task;
    head->links.last_equal = &task;
  } else {
    task.links.last_equal = &task;
    task.links.lower = head;
    *link = &task;
  }
  count_.fetch_add(counted_as(task), std::memory_order_seq_cst);  // [queue.count]
}

bool SharedQueue::find(const Wanted& wanted, Place& place) const {
  Task* above = nullptr;
  for (Task* head = first_level_; head != nullptr; above = head, head = head->links.lower) {
    Task* before = nullptr;
    LIMPID_DCHECK(head->links.lower == nullptr || head->links.lower->priority < head->priority);
    for (Task* task = head; task != nullptr; before = task, task = task->next) {
      if (!wanted(*task)) continue;
      place = {above, head, before, task};
      return true;
    }
  }
  return false;
}

void SharedQueue::unlink(const Place& place) {
  LIMPID_DCHECK(place.before != nullptr ? place.before->next == place.task : place.head == place.task);
  LIMPID_DCHECK((place.above != nullptr ? place.above->links.lower : first_level_) == place.head);
  if (place.before != nullptr) {
    place.before->next = place.task->next;
    if (place.head->links.last_equal == place.task) place.head->links.last_equal = place.before;
    return;
  }
  Task* next_head = place.task->next;
  if (next_head != nullptr) {
    next_head->links.last_equal = place.task->links.last_equal;
    next_head->links.lower = place.task->links.lower;
  } else {
    next_head = place.task->links.lower;
  }
  (place.above != nullptr ? place.above->links.lower : first_level_) = next_head;
}

Task* SharedQueue::take(const Wanted& wanted) {
  if (empty()) return nullptr;
  sync::MutexGuard guard(mutex_);
  Place place;
  if (!find(wanted, place)) return nullptr;
  unlink(place);
  LIMPID_DCHECK(count_.load(std::memory_order_relaxed) >= counted_as(*place.task));
  count_.fetch_sub(counted_as(*place.task), std::memory_order_relaxed);
  LIMPID_DCHECK(Seen(count_.load(std::memory_order_relaxed)).has_priorities() ==
                (first_level_ != nullptr && first_level_->priority > 0));
  LIMPID_DCHECK((count_.load(std::memory_order_relaxed) == 0) == (first_level_ == nullptr));
  return place.task;
}

bool SharedQueue::has(const Wanted& wanted) {
  if (empty()) return false;
  sync::MutexGuard guard(mutex_);
  Place place;
  return find(wanted, place);
}

}  // namespace limpid::core
