// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// The two ways in which compilers name omp_all_memory to __kmpc_omp_task_with_deps and
// __kmpc_omp_taskwait_deps_51: a flag of its own, and the last address. Such a task comes after all that were
// before and before all that come.
#include <omp.h>

#include "check.h"
#include "kmp/task_record.h"

typedef struct {
  TaskRecord task;
  int expected;
} Record;

typedef struct {
  uintptr_t address;
  size_t bytes;
  unsigned char flags;
} Dependence;

enum { kIn = 1, kOut = 2, kInOut = 3, kAllMemory = 0x80 };

int32_t __kmpc_omp_task_with_deps(const void*, int32_t, TaskRecord*, int32_t, Dependence*, int32_t,
                                  Dependence*);
void __kmpc_omp_taskwait_deps_51(const void*, int32_t, int32_t, Dependence*, int32_t, Dependence*, int32_t);

static int done;

static int32_t count(int32_t number, TaskRecord* record) {
  (void)number;
  (void)record;
  busy(2000);
#pragma omp atomic
  done++;
  return 0;
}

static int32_t check_count(int32_t number, TaskRecord* record) {
  (void)number;
  CHECK_EQ(done, ((Record*)record)->expected);
  done += 100;
  return 0;
}

static void create(TaskRoutine* routine, int expected, Dependence dependence) {
  Record* record = (Record*)__kmpc_omp_task_alloc(0, 0, kTied, sizeof *record, 0, routine);
  record->expected = expected;
  __kmpc_omp_task_with_deps(0, 0, &record->task, 1, &dependence, 0, 0);
}

static void all_between(Dependence all) {
  int cells[8] = {0};
  done = 0;
  for (int i = 0; i < 8; i++) create(count, 0, (Dependence){(uintptr_t)&cells[i], 4, kIn});
  create(check_count, 8, all);
  create(check_count, 108, all);
  for (int i = 0; i < 8; i++) create(count, 0, (Dependence){(uintptr_t)&cells[i], 4, kOut});
  __kmpc_omp_taskwait_deps_51(0, 0, 1, &all, 0, 0, 0);
  CHECK_EQ(done, 216);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    all_between((Dependence){0, 0, kAllMemory});
    all_between((Dependence){UINTPTR_MAX, 0, kOut});
    all_between((Dependence){UINTPTR_MAX, 0, kInOut});
  }
  return 0;
}
