// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "live/task_table.h"

#include <unordered_set>

#include "ompd_extension.h"

namespace limpid::cli::live {
namespace {

template <typename Map>
const typename Map::mapped_type& found_in(const Map& map, uint64_t key) {
  static const typename Map::mapped_type kNothing{};
  const auto at = map.find(key);
  return at == map.end() ? kNothing : at->second;
}

void add(TaskTable::Group& group, const TaskSeen& task) {
  ++group.count;
  if (task.thread != 0) group.threads.insert(task.thread);
}

}  // namespace

TaskTable::TaskTable(const std::vector<TaskSeen>& tasks) {
  for (const TaskSeen& task : tasks) {
    if (task.implicit) {
      if (task.thread != 0) members_[task.region_id].insert(task.thread);
      continue;
    }
    ++count_;
    queued_ += task.progress == limpid_ompd_ready;
    blocked_ += task.progress == limpid_ompd_depends || task.progress == limpid_ompd_detached;
    add(by_region_[task.region_id], task);
    add(by_parent_[task.parent_id], task);
    if (task.id != 0) children_[task.parent_id].push_back(task.id);
  }
}

const std::set<uint64_t>& TaskTable::members(uint64_t region) const {
  return found_in(members_, region);
}

const TaskTable::Group& TaskTable::of_region(uint64_t region) const {
  return found_in(by_region_, region);
}

const TaskTable::Group& TaskTable::children_of(uint64_t task) const {
  return found_in(by_parent_, task);
}

// A damaged or outdated parent may lead in a circle: each task is followed once.
TaskTable::Group TaskTable::descendants_of(uint64_t task) const {
  Group all;
  std::unordered_set<uint64_t> seen = {task};
  std::vector<uint64_t> open = {task};
  while (!open.empty()) {
    const uint64_t parent = open.back();
    open.pop_back();
    const Group& group = children_of(parent);
    all.count += group.count;
    all.threads.insert(group.threads.begin(), group.threads.end());
    for (const uint64_t child : found_in(children_, parent)) {
      if (seen.insert(child).second) open.push_back(child);
    }
  }
  return all;
}

}  // namespace limpid::cli::live
