// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions of compilers that leave everything to the runtime: it makes, initialises, finds, combines
// and destroys the private copies. (task_reductions.h is for compilers that do most of that themselves.)
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/task/taskgroup.h"
#include "core/team/thread.h"
#include "sync/atomic.h"

namespace limpid::core {

// A list item as a entry point decodes it.
struct ReductionItem {
  void* shared;    // the copies are combined into this one
  void* original;  // tasks may name the item by this address too; argument of init
  size_t size;
  void (*init)(void* copy, void* original);  // null: zero bytes are the initial value
  void (*destroy)(void* copy);               // may be null
  void (*combine)(void* into, void* from);
  size_t offset;  // in a thread's copies; filled in here
};

// The copies of all threads, each thread's on lines of its own: a byte per item that tells whether it was
// initialised, then the items. A thread touches only its own; whoever combines has waited for the tasks.
struct ReductionCopies {
  size_t bytes_per_thread;
  uint32_t threads;
  sync::Atomic<uint32_t> finished;  // members that have ended the construct: see begin_team_reductions

  char* of(uint32_t thread) { return reinterpret_cast<char*>(this) + kHead + thread * bytes_per_thread; }
  static constexpr size_t kHead = platform::kCacheLine;
};

// One construct's items. Hangs on a taskgroup, linked outwards, and goes with it.
struct ManagedReductions {
  ManagedReductions* outer;
  ReductionCopies* copies;
  sync::Atomic<ReductionCopies*>* slot;  // of the team, for copies that its members share; else null
  uint32_t count;
  ReductionItem* items;  // right behind
};

// task_reduction and reductions of taskloops: for the current task's innermost group, which it returns. In a
// team of one there are no copies: tasks use the items themselves.
TaskGroup& begin_group_reductions(Thread& self, const ReductionItem* items, uint32_t count);

enum class ReductionScope : uint8_t { region, workshare };

// reduction with the task modifier: opens a group in each thread of the team, all of which call this with the
// same items, except that each has its own shared variables. The last to end its group combines all copies
// into its own; the program then reduces over those of all threads. Ends with end_taskgroup.
TaskGroup& begin_team_reductions(Thread& self, ReductionScope scope, const ReductionItem* items,
                                 uint32_t count);

// in_reduction: self's copy of the item at address, which may be somebody's copy itself. group: where to
// begin to look; null: the current task's innermost.
void* find_managed_copy(Thread& self, const TaskGroup* group, void* address);

// The group's tasks are complete: its own reductions, as opposed to those around it, end.
void end_managed_reductions(Thread& self, TaskGroup& group);

// Drops what a region that was cancelled has left behind. Nobody else knows the team yet.
void drop_team_reductions(Team& team);

}  // namespace limpid::core
