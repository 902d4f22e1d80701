// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <unordered_map>
#include <vector>

namespace limpid::cli::live {

struct TaskSeen {
  uint64_t id = 0;
  uint64_t parent_id = 0;
  uint64_t region_id = 0;
  uint64_t thread = 0;  // that runs it, by the runtime's number; 0: none
  uint64_t created_at = 0;
  uint64_t function = 0;
  int progress = 0;  // limpid_ompd_progress_t
  bool implicit = false;
};

// All tasks that are not complete, implicit ones too, as one reading found them. There may be very many: each question
// about them is answered from an index.
class TaskTable {
 public:
  TaskTable() = default;
  explicit TaskTable(const std::vector<TaskSeen>& tasks);

  // Threads that run implicit tasks of a region: its members.
  const std::set<uint64_t>& members(uint64_t region) const;

  // Explicit tasks.
  struct Group {
    size_t count = 0;
    std::set<uint64_t> threads;  // that run some of them, or wait in them
  };
  const Group& of_region(uint64_t region) const;
  const Group& children_of(uint64_t task) const;
  Group descendants_of(uint64_t task) const;

  size_t count() const { return count_; }
  size_t queued() const { return queued_; }    // ready, with nobody to run them yet
  size_t blocked() const { return blocked_; }  // waiting for others, or for an event

 private:
  std::unordered_map<uint64_t, std::set<uint64_t>> members_;
  std::unordered_map<uint64_t, Group> by_region_;
  std::unordered_map<uint64_t, Group> by_parent_;
  std::unordered_map<uint64_t, std::vector<uint64_t>> children_;
  size_t count_ = 0;
  size_t queued_ = 0;
  size_t blocked_ = 0;
};

}  // namespace limpid::cli::live
