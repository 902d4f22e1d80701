// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <atomic>

#include "core/icv/icv.h"
#include "core/task/frame.h"
#include "platform/cpu.h"

namespace limpid::core {

struct DependNode;
struct DependTable;
struct TaskGroup;
struct Team;
struct Thread;

enum class TaskKind : uint8_t { initial, implicit, explicit_, target };

// What is true of a task for its whole life.
enum TaskFlags : uint32_t {
  kTaskUndeferred = 1 << 0,
  kTaskUntied = 1 << 1,
  kTaskFinal = 1 << 2,
  kTaskMergeable = 1 << 3,
  kTaskMerged = 1 << 4,
  kTaskDetachable = 1 << 5,
  kTaskTaskloop = 1 << 6,
  kTaskTaskwait = 1 << 7,  // the empty task that stands for a taskwait with dependences
};

// One task: initial, implicit (embedded in a team's member) or explicit (from the creating thread's slab).
//
// Owner    fields without a note are written by the creator before the task is published and constant afterwards.
// Memory   an explicit task's header is type-stable while its team lives: a thief may look at parent and depth of a task that
//          somebody else has just taken, and then fails to take it.
struct alignas(64) Task {
  using Body = void (*)(void*);

  // The running thread's part.
  Frame frame;
  Icvs icvs;                       // written only by the task itself (omp_set_*)
  std::atomic<Thread*> thread{nullptr};  // who runs it; null before and after
  TaskGroup* group = nullptr;      // innermost taskgroup the task is in; changes as the task opens and closes groups
  DependTable* dependences = nullptr;  // of its children; only the running task uses it
  Task* suspended = nullptr;       // explicit tasks: what its thread left to run this one; set before Thread::task

  // Constant after creation.
  std::atomic<Task*> parent{nullptr};
  Team* team = nullptr;
  Body body = nullptr;
  void* data = nullptr;
  uint64_t id = 0;
  const void* created_at = nullptr;  // return address of the construct that created the task
  uint32_t flags = 0;
  std::atomic<uint32_t> depth{0};    // implicit and initial tasks 0, children one more than their parent
  TaskKind kind = TaskKind::implicit;
  int32_t priority = 0;

  // Children. See core/task/README.md for the protocol.
  uint64_t children_created = 0;   // by the running task
  uint64_t children_finished = 0;  // by the thread that runs the task, while it runs
  std::atomic<int64_t> remote_children{0};  // minus the children that finished elsewhere; see core/task/lifetime

  DependNode* node = nullptr;      // its place in the dependence graph of its siblings, or null
  uint64_t tool_word = 0;          // belongs to the tool; zero when the task is created

  bool is(TaskFlags flag) const { return flags & flag; }
};

}  // namespace limpid::core
