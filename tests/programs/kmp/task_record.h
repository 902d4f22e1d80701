// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task as LLVM's compilers pass it, for programs that call the entries themselves: a record that the
// runtime allocates, with what the program adds behind it, and then the shared variables.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef struct TaskRecord TaskRecord;
typedef int32_t TaskRoutine(int32_t number, TaskRecord* record);
struct TaskRecord {
  void* shareds;
  TaskRoutine* routine;
  int32_t part;
  TaskRoutine* destroy;
  int32_t priority;
};

// Bits of the flags.
enum { kTied = 1, kDestroys = 8, kProxy = 16 };

TaskRecord* __kmpc_omp_task_alloc(const void*, int32_t, int32_t, size_t, size_t, TaskRoutine*);
TaskRecord* __kmpc_omp_target_task_alloc(const void*, int32_t, int32_t, size_t, size_t, TaskRoutine*,
                                         int64_t);
int32_t __kmpc_omp_task(const void*, int32_t, TaskRecord*);
