// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Task reductions of compilers that leave everything to the runtime: it makes, initialises, finds, combines
// and destroys the private copies. (task_reductions.h is for compilers that do most of that themselves.)
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/thread.h"
#include "core/task/run/taskgroup.h"
#include "sync/atomic.h"

namespace limpid::core {

// A list item as an entry point decodes it.
struct ReductionItem {
  void* shared;    // the copies are combined into this one
  void* original;  // tasks may name the item by this address too; argument of init
  size_t size;
  void (*init)(void* copy, void* original);  // null: zero bytes are the initial value
  void (*destroy)(void* copy);               // may be null
  void (*combine)(void* into, void* from);
  size_t offset;  // in a thread's copies; filled in here
};

// The copies of all threads, each thread's on cache lines of its own: an initialised flag (one byte) per
// item, then the items. A thread accesses only its own copies; the thread that combines has waited for the
// tasks.
struct ReductionCopies {
  size_t bytes_per_thread;
  uint32_t threads;
  sync::Atomic<uint32_t> finished;  // members that have ended the construct: see begin_team_reductions

  char* of(uint32_t thread) { return reinterpret_cast<char*>(this) + kHead + thread * bytes_per_thread; }
  static constexpr size_t kHead = platform::kCacheLine;
};

// One construct's items. Belongs to a taskgroup, is linked to the enclosing ones, and ends with the
// taskgroup.
struct ManagedReductions {
  ManagedReductions* outer;
  ReductionCopies* copies;
  sync::Atomic<ReductionCopies*>* slot;  // of the team, for copies that its members share; else null
  uint32_t count;
  ReductionItem* items;  // in the same allocation, behind this struct
};

// task_reduction and reductions of taskloops, for the current task's innermost group, which is returned. In a
// team of one there are no copies: tasks use the items themselves.
TaskGroup& begin_group_reductions(Thread& self, const ReductionItem* items, uint32_t count);

enum class ReductionScope : uint8_t { region, workshare };

// reduction with the task modifier: all threads of the team call this with the same items, except that each
// has its own shared variables. Opens a group in each. The last thread to end its group combines all copies
// into its own variables; the program then reduces over those of all threads. Ends with end_taskgroup.
TaskGroup& begin_team_reductions(Thread& self, ReductionScope scope, const ReductionItem* items,
                                 uint32_t count);

// in_reduction: self's copy of the item at address, which may itself be a thread's copy. group: where the
// search begins; null: the current task's innermost.
void* find_managed_copy(Thread& self, const TaskGroup* group, void* address);

// Ends the group's own reductions, not those of enclosing groups. The group's tasks must be complete.
void end_managed_reductions(Thread& self, TaskGroup& group);

// Frees the copies that a cancelled region has left behind. No other thread knows the team yet.
void drop_team_reductions(Team& team);

}  // namespace limpid::core
