// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// The two ways in which compilers name omp_all_memory to __kmpc_omp_task_with_deps and
// __kmpc_omp_taskwait_deps_51: a flag of its own, and the last address. Such a task comes after all that were
// before and before all that come.
#include <omp.h>
#include <stdint.h>

#include "check.h"

typedef struct Record Record;
typedef int32_t Routine(int32_t, Record*);
struct Record {
  void* shareds;
  Routine* routine;
  int32_t part;
  Routine* destroy;
  int32_t priority;
  int expected;
};

typedef struct {
  uintptr_t address;
  size_t bytes;
  unsigned char flags;
} Dependence;

enum { kTied = 1, kIn = 1, kOut = 2, kInOut = 3, kAllMemory = 0x80 };

Record* __kmpc_omp_task_alloc(const void*, int32_t, int32_t, size_t, size_t, Routine*);
int32_t __kmpc_omp_task_with_deps(const void*, int32_t, Record*, int32_t, Dependence*, int32_t, Dependence*);
void __kmpc_omp_taskwait_deps_51(const void*, int32_t, int32_t, Dependence*, int32_t, Dependence*, int32_t);

static int done;

static int32_t count(int32_t number, Record* record) {
  (void)number;
  (void)record;
  busy(2000);
#pragma omp atomic
  done++;
  return 0;
}

static int32_t check_count(int32_t number, Record* record) {
  (void)number;
  CHECK_EQ(done, record->expected);
  done += 100;
  return 0;
}

static void create(Routine* routine, int expected, Dependence dependence) {
  Record* record = __kmpc_omp_task_alloc(0, 0, kTied, sizeof *record, 0, routine);
  record->expected = expected;
  __kmpc_omp_task_with_deps(0, 0, record, 1, &dependence, 0, 0);
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
