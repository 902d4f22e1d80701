// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entering a task into the graph of dependences, and leaving it.
#include "core/task/depend/dependence.h"

#include "base/check.h"
#include "core/data/team.h"
#include "core/task/depend/depend_table.h"
#include "core/task/detach/detach.h"
#include "core/task/detach/in_flight.h"
#include "core/task/policy.h"
#include "core/task/queue/ready.h"
#include "events/emit.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

// More predecessors than any task has: unmet does not reach 0 while the edges are still being added.
constexpr int32_t kEntering = 1 << 30;
constexpr uint64_t kLocked = 1;
constexpr size_t kEdgesPerBlock = policy::kEdgeBlockBytes / sizeof(Edge);

uint64_t open_word(uint64_t id) {
  return id << 1;
}

// Locks a task's list of successors, unless the task is finished.
bool lock_unless_finished(const TaskRef& ref) {
  sync::Atomic<uint64_t>& word = ref.task->graph.word;
  const uint64_t open = open_word(ref.id);
  for (;;) {
    uint64_t seen = word.load(std::memory_order_acquire);  // [graph.leave]
    if ((seen & ~kLocked) != open) return false;
    if (seen == open && word.compare_exchange_weak(seen, open | kLocked, std::memory_order_relaxed))
      return true;
    sync::relax();
  }
}

void unlock(const TaskRef& ref) {
  LIMPID_DCHECK(ref.task->graph.word.load(std::memory_order_relaxed) == (open_word(ref.id) | kLocked));
  ref.task->graph.word.store(open_word(ref.id), std::memory_order_release);  // [graph.edges]
}

// A task that is being entered into the graph.
template <class A>
class Entrant {
 public:
  Entrant(Thread& self, Task& task, Edge* edges, size_t room)
      : self_(self), task_(task), edges_(edges), edges_end_(edges + room) {}

  Thread& self() { return self_; }
  TaskRef ref() const { return {&task_, task_.id}; }
  int32_t predecessors() const { return predecessors_; }

  void wait_for(const AccessSet& set) {
    set.for_each([this](const TaskRef& ref) { wait_for(ref); });
  }

  void wait_for(const TaskRef& ref) {
    if (ref.task == &task_ || !lock_unless_finished(ref)) return;
    Task& source = *ref.task;
    LIMPID_DCHECK(source.family.parent.load(std::memory_order_relaxed) ==
                  task_.family.parent.load(std::memory_order_relaxed));  // siblings only
    if (source.graph.successors == nullptr || source.graph.successors->successor != &task_) {
      Edge* edge = take_edge();
      edge->successor = &task_;
      edge->next = source.graph.successors;
      source.graph.successors = edge;
      ++predecessors_;
      events::emit_as<A, events::TaskDependence>(self_, source, task_);
    }
    unlock(ref);
  }

 private:
  Edge* take_edge() {
    if (edges_ == edges_end_) [[unlikely]] {
      Task* block = self_.memory.allocate(kEdgesPerBlock * sizeof(Edge));
      sync::writes_plain(&task_.member);
      block->graph.edges = task_.graph.edges;
      task_.graph.edges = block;
      edges_ = reinterpret_cast<Edge*>(block + 1);
      edges_end_ = edges_ + kEdgesPerBlock;
    }
    return edges_++;
  }

  Thread& self_;
  Task& task_;
  Edge* edges_;
  Edge* edges_end_;
  int32_t predecessors_ = 0;
};

Access access_of(events::DependenceKind kind) {
  switch (kind) {
    case events::DependenceKind::in:
      return Access::read;
    case events::DependenceKind::inoutset:
      return Access::set;
    default:
      return Access::write;  // mutexinoutset too: ordered tasks exclude each other
  }
}

template <class A>
void join_last(Entrant<A>& entrant, DependEntry& entry) {
  TaskMemory& memory = entrant.self().memory;
  entrant.wait_for(entry.before);
  entry.last.add(memory, entrant.ref());
}

template <class A>
void follow_last(Entrant<A>& entrant, DependEntry& entry, Access access) {
  TaskMemory& memory = entrant.self().memory;
  entrant.wait_for(entry.last);
  entry.before.clear(memory);
  entry.before = entry.last;
  entry.last = AccessSet();
  entry.last.add(memory, entrant.ref());
  entry.access = access;
}

template <class A>
void access_address(Entrant<A>& entrant, DependTable& table, const events::Dependence& dependence) {
  DependEntry& entry = table.entry_of(entrant.self().memory, dependence.variable);
  Access access = access_of(dependence.kind);
  if (access != Access::write && access == entry.access && !entry.last.empty()) {
    join_last(entrant, entry);
  } else {
    follow_last(entrant, entry, access);
  }
  table.note_access(entrant.self().memory);
}

// omp_all_memory: after all earlier tasks, before all later ones.
template <class A>
void access_all_memory(Entrant<A>& entrant, DependTable& table) {
  if (table.barrier.task != nullptr) entrant.wait_for(table.barrier);
  for (uint32_t index = 0; index < table.capacity; ++index) {
    if (table.slots[index].address != 0) entrant.wait_for(table.slots[index].last);
  }
  table.clear(entrant.self().memory);
  table.barrier = entrant.ref();
}

void make_ready(Thread& self, Task& task, Completion where) {
  if (where == Completion::slot) {
    push_ready(self, task);
  } else if (!start_by_watcher(self, task)) {
    // Not into the thread's deque, if it has one in this team: that holds descendants of its current task.
    push_shared(task);
  }
}

}  // namespace

template <class A>
bool enter_graph(Thread& self, Task& task, const TaskSpec& spec, Edge* edges, size_t room) {
  LIMPID_DCHECK(task.family.parent.load(std::memory_order_relaxed) == self.task &&
                task.graph.successors == nullptr);
  LIMPID_DCHECK(task.graph.word.load(std::memory_order_relaxed) == 0);
  DependTable& table = table_of(self.memory, *self.task);
  task.graph.unmet.store(kEntering, std::memory_order_relaxed);
  task.graph.word.store(open_word(task.id), std::memory_order_relaxed);
  events::emit_as<A, events::Dependences>(self, task, spec.dependences, spec.dependence_count);
  Entrant<A> entrant(self, task, edges, room);
  for (uint32_t index = 0; index < spec.dependence_count; ++index) {
    const events::Dependence& dependence = spec.dependences[index];
    if (dependence.variable == 0) {
      access_all_memory(entrant, table);
    } else {
      access_address(entrant, table, dependence);
    }
  }
  if (entrant.predecessors() == 0) {
    task.graph.unmet.store(0, std::memory_order_relaxed);
    return true;
  }
  LIMPID_DCHECK(entrant.predecessors() > 0 && entrant.predecessors() < kEntering);
  int32_t correction = kEntering - entrant.predecessors();
  // What this thread wrote to the task came before unlock() for its last predecessor.
  return task.graph.unmet.fetch_sub(correction, std::memory_order_acquire) == correction;  // [graph.unmet]
}

template bool enter_graph<events::Observed>(Thread&, Task&, const TaskSpec&, Edge*, size_t);
template bool enter_graph<events::Unobserved>(Thread&, Task&, const TaskSpec&, Edge*, size_t);

void leave_graph(Thread& self, Task& task, Completion where) {
  LIMPID_DCHECK(task.graph.unmet.load(std::memory_order_relaxed) == 0);
  uint64_t open = open_word(task.id);
  // [graph.edges]
  while (!task.graph.word.compare_exchange_weak(open, 0, std::memory_order_acq_rel)) {  // [graph.leave]
    open = open_word(task.id);
    sync::relax();
  }
  Edge* edge = task.graph.successors;
  task.graph.successors = nullptr;
  while (edge != nullptr) {
    Edge* rest = edge->next;
    Task& successor = *edge->successor;
    // Read before the decrement: a creator that waits may run and free the successor right after it.
    const bool creator_waits = successor.graph.progress.load(std::memory_order_relaxed) & kCreatorWaits;
    Member* slot = successor.member;
    LIMPID_DCHECK(successor.graph.unmet.load(std::memory_order_relaxed) > 0);  // this task is counted
    if (successor.graph.unmet.fetch_sub(1, std::memory_order_acq_rel) == 1) {  // [graph.unmet]
      if (creator_waits) {
        slot->mailbox.parker.notify();
      } else {
        make_ready(self, successor, where);
      }
    }
    edge = rest;
  }
}

void forget_finished(Thread& self, DependTable& table) {
  LIMPID_DCHECK(self.task->dependences == &table && self.task->family.children.left() == 0);
  table.clear(self.memory);
}

void release_table(Thread& self, Task& task) {
  task.dependences->clear(self.memory);
  release_slots(self.memory, *task.dependences);
  self.memory.release_cell(task.dependences, TaskMemory::kCell);
  task.dependences = nullptr;
}

}  // namespace limpid::core
