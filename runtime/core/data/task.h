// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The task: its header, its flags and its kinds.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/check.h"
#include "core/data/frame.h"
#include "core/data/pending.h"
#include "core/icv/icv.h"
#include "sync/atomic.h"

namespace limpid::core {

class TaskMemory;
struct DependTable;
struct Edge;
struct Member;
struct Task;
struct TaskGroup;
struct Team;
struct Thread;

enum class TaskKind : uint8_t { initial, implicit, explicit_, target };

// Properties of a task, fixed at its creation.
enum TaskFlags : uint32_t {
  kTaskUndeferred = 1 << 0,
  kTaskUntied = 1 << 1,
  kTaskFinal = 1 << 2,
  kTaskMergeable = 1 << 3,
  kTaskMerged = 1 << 4,
  kTaskDetachable = 1 << 5,
  kTaskTaskloop = 1 << 6,
  kTaskTaskwait = 1 << 7,  // the empty task that stands for a taskwait with dependences
  // A range of a taskloop's tasks (core/task/create/lazy_taskloop.h); the runtime's own.
  kTaskRange = 1 << 8,
  kTaskDestroys = 1 << 10,  // if the task is cancelled its body is called and runs destructors only
  kTaskOffloads =
      1 << 11,  // its work may continue on a device after its code ends (core/task/detach/in_flight.h)
  kTaskLaunches = 1 << 12,  // with kTaskOffloads: its code is known to return at once
  kTaskChunk = 1 << 9,      // of a taskloop with an observer: chunk is set
};

// A task's parent and children.
struct TaskFamily {
  sync::Atomic<Task*> parent{nullptr};
  sync::Atomic<uint32_t> depth{0};  // implicit and initial tasks 0, children one more than their parent
  // Number of zombies: complete children whose headers stay because of children of their own, which need this
  // header as a link to their ancestors. Plus kDead once only zombies keep the header. [task.zombies]
  sync::Atomic<int32_t> zombies{0};
  PendingCount children;  // see core/task/README.md for the protocol
  // parent, with the lowest bit set when that is an implicit or initial task. A thief that reads a recycled
  // header must not follow such a pointer, because teams are unmapped.
  sync::Atomic<uintptr_t> ancestry{0};
};

// Dependences on siblings: see core/task/depend/dependence.h. word is 0 and successors null unless the task
// is in the graph.
struct TaskGraphNode {
  sync::Atomic<uint64_t> word{0};
  Task* edges = nullptr;  // more blocks with edges, freed with the task
  Edge* successors = nullptr;
  sync::Atomic<int32_t> unmet{0};  // predecessors that are not finished
  // Here for lack of room elsewhere: the creator of a task that uses it sets it, whether the task is in the graph or not.
  sync::Atomic<uint32_t> progress{0};  // of body, event and awaiting creator: see core/task/detach/detach.cc
};

// Links beside Task::next, of lists with two directions.
struct TaskLinks {
  Task* last_equal = nullptr;  // in the shared queue: last of the equals
  Task* lower = nullptr;  // in the shared queue: first of the next lower priority; detached: the previous
};

// The iterations of a taskloop that one of its tasks executes; set while observed.
struct TaskIterations {
  uint64_t first = 0;
  uint64_t count = 0;
};

// One task: initial, implicit (embedded in a team's member) or explicit (a block of a thread's TaskMemory).
//
// Owner    fields without a note are written by the creator before the task is published and constant
//          afterwards.
// Memory   an explicit task's header is type-stable for the life of the process: a thief may read the
//          ancestry of a task that another thread has just taken; its own attempt to take the task then
//          fails.
// Orders   [task.zombies] acq_rel decrement by each zombie that is gone, acquire where the header is
//          released: the last reader of the header is done with it.
// At rest  in a free block the frame is empty, children are settled and zombies, the graph node, dependences,
//          large_data, cancelled, resume_flags, async_handle and holds_parent are as in a new one, so that
//          creating a task need not set them.
struct alignas(64) Task {
  using Body = void (*)(void*);

  // The running thread's part.
  Frame frame;
  Icvs icvs;                              // written only by the task itself (omp_set_*)
  sync::Atomic<Thread*> thread{nullptr};  // the thread that runs it; null before and after
  TaskGroup* group = nullptr;  // innermost taskgroup around it; changes as the task opens and closes groups
  DependTable* dependences = nullptr;  // of its children; only the running task uses it
  // Explicit tasks: the task that its thread suspended to run this one; set before Thread::task.
  Task* suspended = nullptr;

  // Constant after creation.
  Team* team = nullptr;
  Body body = nullptr;  // implicit tasks: the region's code, or null
  void* data = nullptr;
  uint64_t id = 0;
  const void* created_at = nullptr;  // return address of the construct that created the task
  uint64_t tool_word = 0;            // belongs to the tool; zero when the task is created
  uint32_t flags = 0;
  TaskKind kind = TaskKind::implicit;
  bool counted = false;  // by parent, group and member; false when it ends before its creator goes on
  // Its data was copied by constructors, so its body, which calls the destructors, must run.
  bool constructed = false;

  // By the running task.
  bool cancelled = false;                // ended by cancellation
  bool holds_parent = false;             // is one of its parent's zombies
  sync::Atomic<bool> wants_work{false};  // its thread sleeps in it and could run a descendant
  uint8_t size_class = 0;                // of the block; constant
  uint8_t resume_flags = 0;              // its code must be called again: see core/task/create/reserved.h
  int32_t priority = 0;
  uint32_t data_bytes = 0;             // explicit tasks: size of data; 0: unknown
  sync::Atomic<uint32_t> searched{0};  // by wake_waiting_ancestor(): see core/task/queue/ready.cc

  Member* member = nullptr;  // slot of the thread that runs it; set before it has children
  TaskFamily family;

  void* large_data = nullptr;  // data that did not fit into the block, freed with the task
  Task* next = nullptr;        // link of the list that holds the task: free list, batch, stash, shared queue
  TaskMemory* home = nullptr;  // constant for the life of the block

  // Most tasks do not touch the last line, which begins with graph.successors.
  TaskGraphNode graph;
  TaskLinks links;
  void* async_handle = nullptr;  // of a device library, for the task's asynchronous operation
  TaskIterations chunk;          // with kTaskChunk
  Task* itself = this;           // the word before the data, by which task_of_data finds the task

  bool is(TaskFlags flag) const { return flags & flag; }
};

// The invariant of a free block: see "At rest".
inline bool is_at_rest(const Task& task) {
  return task.frame.exit.load(std::memory_order_relaxed) == nullptr && task.family.children.settled() &&
         task.family.zombies.load(std::memory_order_relaxed) == 0 && !task.holds_parent && !task.cancelled &&
         task.graph.word.load(std::memory_order_relaxed) == 0 && task.graph.successors == nullptr &&
         task.dependences == nullptr && task.resume_flags == 0 && task.async_handle == nullptr;
}

// Tasks that may be incomplete when their code returns.
inline constexpr uint32_t kMayEndLater = kTaskDetachable | kTaskOffloads;

static_assert(sizeof(Task) == 5 * 64 && offsetof(Task, graph.successors) == 4 * 64 &&
              offsetof(Task, itself) == 5 * 64 - sizeof(void*));

}  // namespace limpid::core
