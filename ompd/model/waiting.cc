// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the tasks of all queues, and those that wait for predecessors.
#include "model/waiting.h"

#include <string.h>

#include "model/tasks.h"
#include "model/threads.h"

namespace limpid::ompd {
namespace {

constexpr uint32_t kFirstRoom = 64;

}  // namespace

TaskList::~TaskList() {
  if (items_ != nullptr) access_.release(items_);
  if (slots_ != nullptr) access_.release(slots_);
}

uint32_t TaskList::slot_for(uint64_t address) const {
  const uint32_t mask = 2 * room_ - 1;
  uint32_t slot = static_cast<uint32_t>((address * 0x9e3779b97f4a7c15) >> 40) & mask;
  while (slots_[slot] != 0 && items_[slots_[slot] - 1].object.address != address) slot = (slot + 1) & mask;
  return slot;
}

Rc TaskList::grow() {
  const uint32_t room = room_ == 0 ? kFirstRoom : room_ * 2;
  if (room > kMostTasks) return Rc::error;
  void* items = nullptr;
  void* slots = nullptr;
  Rc rc = access_.allocate(uint64_t{room} * sizeof(FoundTask), &items);
  if (rc == Rc::ok) rc = access_.allocate(uint64_t{room} * 2 * sizeof(uint32_t), &slots);
  if (rc != Rc::ok || items == nullptr || slots == nullptr) {
    if (items != nullptr) access_.release(items);
    if (slots != nullptr) access_.release(slots);
    return rc == Rc::ok ? Rc::nomem : rc;
  }
  if (count_ != 0) memcpy(items, items_, count_ * sizeof(FoundTask));
  if (items_ != nullptr) access_.release(items_);
  if (slots_ != nullptr) access_.release(slots_);
  items_ = static_cast<FoundTask*>(items);
  slots_ = static_cast<uint32_t*>(slots);
  room_ = room;
  memset(slots_, 0, uint64_t{room} * 2 * sizeof(uint32_t));
  for (uint32_t i = 0; i < count_; ++i) slots_[slot_for(items_[i].object.address)] = i + 1;
  return Rc::ok;
}

Rc TaskList::add(const FoundTask& task) {
  if (count_ == room_) {
    const Rc rc = grow();
    if (rc != Rc::ok) return rc;
  }
  uint32_t& slot = slots_[slot_for(task.object.address)];
  if (slot != 0) return Rc::ok;
  items_[count_++] = task;
  slot = count_;
  return Rc::ok;
}

namespace {

// Fills a list; a failure of the reader ends the walk.
class Collector {
 public:
  Collector(Reader& reader, TaskList& tasks) : reader_(reader), process_(reader.process()), tasks_(tasks) {}

  void collect() {
    ThreadWalk walk(reader_);
    Object thread;
    while (walk.next(thread)) collect_of_thread(thread.address);
    for (uint32_t i = 0; reader_.ok() && i < tasks_.count(); ++i) add_successors(tasks_[i].object.address);
  }

 private:
  void add(uint64_t task, Progress progress, uint64_t thread) {
    if (!reader_.ok() || (is_explicit(reader_, task) && has_flag(reader_, task, Name::flag_range_task)))
      return;
    const bool waits = progress != Progress::runs && progress != Progress::is_suspended;
    Object object = task_object(reader_, task);
    object.life = waits ? Life::waits : Life::runs;
    if (reader_.ok()) reader_.spoil(tasks_.add({object, progress, thread}));
  }

  void collect_of_thread(uint64_t thread) {
    const uint64_t running = running_task(reader_, thread);
    if (!reader_.ok() || running == 0) return;
    add(running, Progress::runs, thread);
    uint64_t task = running;
    for (uint32_t levels = 0; reader_.ok() && is_explicit(reader_, task); ++levels) {
      task = level_below(reader_, task);
      if (task == 0 || levels > kMostLevels) break;
      add(task, Progress::is_suspended, thread);
    }
    uint64_t team = reader_.field(thread, Name::thread_team);
    for (uint32_t levels = 0; reader_.ok() && team != 0; ++levels) {
      if (levels > kMostLevels) reader_.spoil();
      if (leads(thread, team)) collect_of_team(team);
      team = reader_.field(team, Name::team_parent);
    }
  }

  // Visits each team once.
  bool leads(uint64_t thread, uint64_t team) {
    const uint64_t slot = slot_of_number(reader_, team, 0);
    return reader_.field(slot, Name::member_thread) == thread && reader_.ok();
  }

  void collect_of_team(uint64_t team) {
    uint32_t size = 0;
    const Rc rc = region_size(process_, region_object(reader_, team), size);
    if (rc == Rc::stale_handle) return;  // it ends just now
    reader_.spoil(rc);
    for (uint32_t i = 0; reader_.ok() && i < size; ++i)
      collect_of_slot(team, slot_of_number(reader_, team, i));
    uint64_t level = reader_.field(team, Name::team_shared_queue);
    for (uint32_t steps = 0; reader_.ok() && level != 0; level = reader_.field(level, Name::task_lower)) {
      if (++steps > kMostTasks) reader_.spoil();
      add_list(level, Progress::is_ready);
    }
  }

  void add_list(uint64_t task, Progress progress) {
    for (uint32_t steps = 0; reader_.ok() && task != 0; task = reader_.field(task, Name::task_next)) {
      if (++steps > kMostTasks) reader_.spoil();
      add(task, progress, 0);
    }
  }

  void collect_of_slot(uint64_t team, uint64_t slot) {
    const uint64_t implicit = slot + process_.number(Name::member_implicit_task);
    const uint64_t thread = reader_.field(slot, Name::member_thread);
    if (thread != 0 && reader_.field(implicit, Name::task_team) == team)
      add(implicit, running_task(reader_, thread) == implicit ? Progress::runs : Progress::is_suspended,
          thread);
    add_list(reader_.field(slot, Name::member_detached_tasks), Progress::is_detached);
    const uint64_t capacity = process_.number(Name::deque_capacity);
    const uint64_t top = reader_.field(slot, Name::member_deque_top);
    const uint64_t bottom = reader_.field(slot, Name::member_deque_bottom);
    if (!reader_.ok() || top >= bottom) return;
    if (bottom - top > capacity) reader_.spoil();
    const uint32_t bytes = process_[Name::member_deque_slots].bytes;
    const uint64_t slots = slot + process_.number(Name::member_deque_slots);
    for (uint64_t i = top; reader_.ok() && i < bottom; ++i)
      add(reader_.number(slots + i % capacity * bytes, bytes), Progress::is_ready, 0);
  }

  void add_successors(uint64_t task) {
    if (!is_explicit(reader_, task)) return;
    uint64_t edge = reader_.field(task, Name::task_successors);
    for (uint32_t steps = 0; reader_.ok() && edge != 0; edge = reader_.field(edge, Name::edge_next)) {
      if (++steps > kMostTasks) reader_.spoil();
      const uint64_t successor = reader_.field(edge, Name::edge_successor);
      if (reader_.signed_field(successor, Name::task_unmet) > 0) add(successor, Progress::has_unmet, 0);
    }
  }

  Reader& reader_;
  const Process& process_;
  TaskList& tasks_;
};

}  // namespace

Rc collect_tasks(const Process& process, TaskList& tasks) {
  Reader reader(process);
  Collector(reader, tasks).collect();
  return reader.rc();
}

Rc find_waiting(const Process& process, const Object& task) {
  TaskList tasks(*process.access);
  const Rc rc = collect_tasks(process, tasks);
  if (rc != Rc::ok) return rc;
  for (uint32_t i = 0; i < tasks.count(); ++i) {
    const Object& found = tasks[i].object;
    if (found.address == task.address && found.identity == task.identity) return Rc::ok;
  }
  return Rc::stale_handle;
}

}  // namespace limpid::ompd
