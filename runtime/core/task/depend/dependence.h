// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph of dependences between siblings.
//
// Each parent task has a table of the addresses that its children named; only the thread that runs the parent
// uses it. For each address it keeps the set of the last tasks whose accesses need no order among them (one
// writer, or readers, or an inoutset), and the set before. A new access that fits into the last set waits for
// the set before. One that does not fit waits for the last set and opens a new one. Sets grow only by tasks
// that wait for all of the set before, so a task that waits for the last set waits for all earlier accesses.
//
// A reference to a task is its header and its id. Headers are type-stable; a task is in the graph while its
// Task::graph.word is twice its id (plus one while an edge is added to it). So there are no reference counts: if
// the id does not match any more, the task is finished.
//
// Orders   [graph.leave] the finishing thread's CAS to 0 (acq_rel) pairs with the acquire load or CAS of the
//          parent's thread: a task that found its predecessor finished sees what that wrote. [graph.edges]
//          the release in unlock() pairs with the acquire of leave_graph()'s CAS: the list of successors is
//          visible. Otherwise the word is relaxed: one thread enters a parent's children, locks their lists,
//          and recycles their headers, and it publishes them by other words. [graph.unmet] acq_rel
//          decrements, and an acquire by the creator: the thread that brings the count to 0 sees what all
//          predecessors wrote.
#pragma once

#include <stdint.h>

#include "core/data/task.h"
#include "core/data/thread.h"
#include "core/task/create/create.h"
#include "core/task/run/finish.h"

namespace limpid::core {

// From a task to one of its successors; lives in the successor's memory.
struct Edge {
  Edge* next;
  Task* successor;
};

// Enters a new child of self's current task into the graph. edges: room edges behind its header.
// True if it has no unfinished predecessors: it may run. Otherwise the thread that finishes the last of them
// makes it ready, or wakes the task's member if it was created with kCreatorWaits. Built for events::Observed
// and events::Unobserved.
template <class A>
bool enter_graph(Thread& self, Task& task, const TaskSpec& spec, Edge* edges, size_t room);

// The task is complete: its successors lose a predecessor.
void leave_graph(Thread& self, Task& task, Completion where);

// All children of the table's task are complete: clears the table.
void forget_finished(Thread& self, DependTable& table);

// Frees the table of a complete task. On any thread.
void release_table(Thread& self, Task& task);

}  // namespace limpid::core
