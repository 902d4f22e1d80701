// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cancels regions and worksharing constructs, and checks for it at cancellation points.
#include "core/loop/cancel.h"

#include "base/check.h"
#include "core/data/member.h"
#include "core/data/team.h"
#include "core/data/thread.h"
#include "core/data/workshare.h"
#include "core/icv/icv.h"
#include "core/task/run/taskgroup.h"
#include "events/emit.h"

namespace limpid::core {
namespace {

using events::CancelKind;
using events::CancelStage;

void emit_cancel(Thread& self, CancelKind kind, CancelStage stage) {
  events::emit<events::Cancel>(self, *self.task, kind, stage, self.return_address);
}

void wake_all_waiters(Team& team) {
  for (sync::Bell& bell : team.workshares.bells) bell.ring();
  team.workshares.slot_bell.ring();
  team.workshares.copy_bell.ring();
  team.barrier.gate.wake_all();
}

// Each of these returns true if it was the first to cancel. A cancel, and a cancellation point that sees it,
// are flushes: a thread that leaves sees what was written before the cancel. [cancel.flush]
bool cancel_region(Team& team) {
  // seq_cst also pairs with the seq_cst loads of cancelled in waits, which wake_all_waiters() ends.
  bool first = !team.cancelled.exchange(true, std::memory_order_seq_cst);  // [cancel.flush]
  team.workshares.desynchronised.store(true, std::memory_order_relaxed);
  if (first) wake_all_waiters(team);
  return first;
}

bool cancel_workshare(Thread& self) {
  Workshare* workshare = self.member->workshares.current;
  // [cancel.flush]
  if (workshare != nullptr) return !workshare->cancelled.exchange(true, std::memory_order_release);
  WorkshareRing& ring = self.team->workshares;
  uint64_t mark = self.member->workshares.barriers + 1;
  ring.desynchronised.store(true, std::memory_order_relaxed);  // the next region must not see the mark
  return ring.inlined_cancelled.exchange(mark, std::memory_order_release) != mark;  // [cancel.flush]
}

// The loads acquire: [cancel.flush]
bool workshare_cancelled(const Thread& self) {
  const WorkshareCursor& cursor = self.member->workshares;
  if (cursor.current != nullptr) return cursor.current->cancelled.load(std::memory_order_acquire);
  return self.team->workshares.inlined_cancelled.load(std::memory_order_acquire) == cursor.barriers + 1;
}

// The load acquires: [cancel.flush]
bool is_cancelled(const Thread& self, CancelKind kind) {
  switch (kind) {
    case CancelKind::parallel:
      return self.team->cancelled.load(std::memory_order_acquire);
    case CancelKind::loop:
    case CancelKind::sections:
      return workshare_cancelled(self);
    case CancelKind::taskgroup:
      return taskgroup_is_cancelled(self);
  }
  return false;
}

// Cancels the construct; first: it was not cancelled before. False: no such construct encloses the task.
bool cancel_innermost(Thread& self, CancelKind kind, bool& first) {
  switch (kind) {
    case CancelKind::parallel:
      first = cancel_region(*self.team);
      return true;
    case CancelKind::loop:
    case CancelKind::sections:
      first = cancel_workshare(self);
      return true;
    case CancelKind::taskgroup:
      break;
  }
  first = !taskgroup_is_cancelled(self);
  return cancel_taskgroup(self);
}

// The thread leaves the construct.
bool leave(Thread& self, CancelKind kind, CancelStage stage) {
  if (kind == CancelKind::taskgroup) note_task_cancelled(self);
  if (kind == CancelKind::parallel) note_region_left(self);
  emit_cancel(self, kind, stage);
  return true;
}

}  // namespace

bool cancel_construct(Thread& self, CancelKind kind) {
  bool first = false;
  if (!global_icvs().cancellation || !cancel_innermost(self, kind, first)) return false;
  return leave(self, kind, first ? CancelStage::activated : CancelStage::detected);
}

bool at_cancellation_point(Thread& self, CancelKind kind) {
  if (!global_icvs().cancellation || !is_cancelled(self, kind)) return false;
  return leave(self, kind, CancelStage::detected);
}

bool construct_is_cancelled(const Thread& self, CancelKind kind) {
  return global_icvs().cancellation && is_cancelled(self, kind);
}

void note_region_left(Thread& self) {
  LIMPID_DCHECK(self.team->cancelled.load(std::memory_order_relaxed));
  self.member->workshares.left_region = self.team->region.id;
}

bool has_left_region(const Thread& self) {
  return self.member->workshares.left_region == self.team->region.id;
}

}  // namespace limpid::core
