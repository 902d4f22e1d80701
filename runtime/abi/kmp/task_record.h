// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task's record: the runtime allocates it, the compiler's code fills it in, the task's code gets it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/thread.h"
#include "core/task/create/reserved.h"

namespace limpid::abi {

struct TaskRecord;

// The result has no meaning.
using TaskRoutine = int32_t (*)(int32_t global_number, TaskRecord* record);

// Behind it, in the same block, are what the compiler added to the record and then the task's shared
// variables.
struct TaskRecord {
  void* shareds;
  TaskRoutine routine;
  int32_t part;  // the routine's own, unless the task is untied: where it goes on
  union {
    TaskRoutine destroy;
    int32_t unused_1;
  };
  union {
    TaskRoutine unused_2;
    int32_t priority;
  };
};
static_assert(sizeof(TaskRecord) == 40 && offsetof(TaskRecord, part) == 16 &&
                  offsetof(TaskRecord, destroy) == 24 && offsetof(TaskRecord, priority) == 32,
              "the compilers' kmp_task_t");

// Bits of the flags that a record is allocated with.
enum KmpTaskFlags : int32_t {
  kKmpTied = 1,
  kKmpFinal = 2,
  kKmpMergeable = 4,
  kKmpDestroys = 8,  // destroy is set
  kKmpProxy = 16,    // completed from outside, by __kmpc_proxy_task_completed
  kKmpPriority = 32,
  kKmpDetachable = 64,
};

// Allocates a record of record_bytes, with shared_bytes behind it. routine may be null: an empty task.
TaskRecord& allocate_record(core::Thread& self, int32_t flags, size_t record_bytes, size_t shared_bytes,
                            TaskRoutine routine, core::TaskKind kind);

inline core::Task& task_of(TaskRecord& record) {
  return core::task_of_data(&record);
}

// core::Task::Body of all of them: all parts of the routine, and the destructors.
void run_record(void* record);

// The rest, once the routine has returned for the first time: its other parts, the destructors.
void finish_routine(core::Thread& self, core::Task& task, TaskRecord& record);

}  // namespace limpid::abi
