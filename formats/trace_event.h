// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a trace says: the events of one thread, in order, decoded. The recorder writes them packed
// (trace.h); everything offline works on these.
#pragma once

#include <cstdint>

namespace limpid::trace {

// The fields of Event that each kind uses are named behind it; all others are 0.
enum class EventKind : uint8_t {
  kThreadBegin = 1,  // the thread's first event
  kThreadEnd = 2,    // detail: 0
  kParallelBegin =
      3,  // id: the region, other: the task that meets it, place: the construct, count: threads asked
          // for (0: not said), detail: RegionShape
  kParallelEnd = 4,  // id: the region, other: the task that met it
  kImplicitBegin =
      5,  // id: the implicit (or initial) task, other: its region (0: an initial task), number: of the
          // thread in the team, count: threads in the team
  kImplicitEnd = 6,  // id: the task, other: its region
  kWorkBegin =
      7,  // detail: ompt_work_t, id: the task, count: iterations (or sections, ...), place: of the call
  kWorkEnd = 8,  // detail: ompt_work_t, id: the task
  kDispatch =
      9,  // a chunk begins (only if asked for). detail: ompt_dispatch_t, id: the task, other: its first
          // iteration or the section's address, count: iterations (0: not said)
  kTaskCreate =
      10,  // id: the new task, other: the task that creates it, place: the construct, detail: TaskShape bits
  kTaskSchedule = 11,  // id: the task that stops or ends, other: the one that begins or goes on (0: none),
                       // detail: ompt_task_status_t of the former
  kDependence = 12,    // one item of a depend clause. id: the task, other: address of the item, detail:
                       // ompt_dependence_type_t. Follows the task's kTaskCreate on the same thread
  kSyncBegin =
      13,  // detail: ompt_sync_region_t, id: the task, other: the region (0: unknown), place: of the call
  kSyncEnd = 14,        // detail: ompt_sync_region_t, id: the task
  kWaitBegin = 15,      // the thread waits in that construct. detail: ompt_sync_region_t, id: the task
  kWaitEnd = 16,        // detail: ompt_sync_region_t, id: the task
  kMutexAcquire = 17,   // begins to ask for it. detail: ompt_mutex_t, other: the wait id, place: of the call
  kMutexAcquired = 18,  // has it. detail: ompt_mutex_t, other: the wait id
  kMutexReleased = 19,  // detail: ompt_mutex_t, other: the wait id, place: of the call
  kMaskedBegin = 20,    // id: the task
  kMaskedEnd = 21,      // id: the task
  kPhaseBegin = 22,     // id: number of the phase's name
  kPhaseEnd = 23,       // id: number of the phase's name
  kPause = 24,          // recording was paused: what happens until kResume, or kLost, is not known
  kResume = 25,
  kLost = 26,      // count: so many events are missing here; nothing that was open before is known to be so
  kTaskEnd = 27,   // a detached or target task whose end is known from elsewhere (late fulfil). id: the task
  kLockInit = 28,  // other: the wait id
  kLockDestroy = 29,  // other: the wait id
};

enum class RegionShape : uint8_t { kParallel = 0, kTeams = 1 };

// Bits of Event::detail of kTaskCreate.
enum TaskShape : uint8_t {
  kTaskUndeferred = 1,
  kTaskUntied = 2,
  kTaskFinal = 4,
  kTaskMergeable = 8,
  kTaskTarget = 16,
  kTaskHasDependences = 32,
  kTaskTaskwait = 64,  // the empty task of a taskwait with depend clauses
};

// `id` and `other` number regions and tasks from 1 within the process, in no order; initial and implicit tasks
// have numbers of the same kind as explicit ones. Times are ns since the profile's start, as in its records.
// Within a thread they do not fall.
struct Event {
  uint64_t time_ns = 0;
  uint64_t id = 0;
  uint64_t other = 0;
  uint64_t count = 0;
  uint32_t place = 0;  // NodeRecord::id in the profile of the same run; 0: unknown
  uint32_t number = 0;
  EventKind kind = EventKind::kThreadBegin;
  uint8_t detail = 0;
};

}  // namespace limpid::trace
