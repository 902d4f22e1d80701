// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All tasks of a process, also those that no thread runs: in the members' deques, in the teams' shared queues,
// and those that wait for predecessors, which only their predecessors know.
#pragma once

#include "model/handle.h"
#include "target/reader.h"

namespace limpid::ompd {

enum class Progress : uint8_t {
  runs,          // its thread executes it
  is_suspended,  // its thread executes something else on top of it, or waits in it
  is_ready,      // in a queue
  has_unmet,     // waits for predecessors
  is_detached,   // its code has run, its event is not fulfilled
};

struct FoundTask {
  Object object;
  Progress progress;
  uint64_t thread;  // address of the thread that runs it; 0: none
};

// A longer list means damaged memory.
inline constexpr uint32_t kMostTasks = 1 << 20;

// A list that grows in the debugger's memory, up to kMostTasks.
class TaskList {
 public:
  explicit TaskList(const Access& access) : access_(access) {}
  ~TaskList();
  TaskList(const TaskList&) = delete;
  TaskList& operator=(const TaskList&) = delete;

  // Adds a task unless it is there. nomem, or error when there are too many.
  Rc add(const FoundTask& task);

  uint32_t count() const { return count_; }
  const FoundTask& operator[](uint32_t index) const { return items_[index]; }

 private:
  Rc grow();
  uint32_t slot_for(uint64_t address) const;

  const Access& access_;
  FoundTask* items_ = nullptr;
  uint32_t* slots_ = nullptr;  // index + 1 into items_, by a hash of the address; twice as many as items_
  uint32_t count_ = 0;
  uint32_t room_ = 0;
};

Rc collect_tasks(const Process& process, TaskList& tasks);

// ok: the task waits somewhere. stale_handle: not any more.
Rc find_waiting(const Process& process, const Object& task);

}  // namespace limpid::ompd
