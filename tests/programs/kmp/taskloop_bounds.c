// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// taskloop called directly: steps, empty loops, sizes of tasks, the bounds at any place in the record, a
// taskgroup of its own, the duplicating function.
#include <omp.h>

#include "check.h"
#include "kmp/task_record.h"

typedef struct {
  TaskRecord task;
  int64_t filling;
  uint64_t upper, lower;  // not the usual order
  int64_t step;
  int32_t last, copies;
} Record;

void __kmpc_taskloop(const void*, int32_t, TaskRecord*, int32_t, uint64_t*, uint64_t*, int64_t, int32_t,
                     int32_t, uint64_t, void*);
void __kmpc_taskloop_5(const void*, int32_t, TaskRecord*, int32_t, uint64_t*, uint64_t*, int64_t, int32_t,
                       int32_t, uint64_t, int32_t, void*);

enum { kAny, kGrainsize, kNumTasks };
enum { kMost = 200 };
typedef struct {
  int ran[kMost];
  int tasks, last_tasks, least, most;
} Shared;

static int32_t body(int32_t number, TaskRecord* task) {
  (void)number;
  const Record* record = (Record*)task;
  Shared* shared = *(Shared**)task->shareds;
  CHECK_EQ(record->copies, 1);
  int count = 0;
  const int64_t lower = (int64_t)record->lower, upper = (int64_t)record->upper, step = record->step;
  for (int64_t i = lower; step > 0 ? i <= upper : i >= upper; i += step, count++) {
    CHECK(i >= 0 && i < kMost);
#pragma omp atomic
    shared->ran[i]++;
  }
#pragma omp critical
  {
    shared->tasks++;
    shared->last_tasks += record->last;
    if (shared->least > count) shared->least = count;
    if (shared->most < count) shared->most = count;
  }
  return 0;
}

static void duplicate(Record* copy, Record* original, int32_t last) {
  CHECK(copy != original && copy->task.shareds != original->task.shareds);
  CHECK_EQ(original->copies, 0);
  copy->copies = 1;
  copy->last = last;
}

static Shared run(int64_t lower, int64_t upper, int64_t step, int condition, int division, uint64_t size,
                  int strict) {
  Shared shared = {.least = kMost};
  Record* record = (Record*)__kmpc_omp_task_alloc(0, 0, kTied, sizeof *record, sizeof(Shared*), body);
  *(Shared**)record->task.shareds = &shared;
  record->lower = (uint64_t)lower;
  record->upper = (uint64_t)upper;
  record->step = step;
  record->copies = 0;
  if (strict) {
    __kmpc_taskloop_5(0, 0, &record->task, condition, &record->lower, &record->upper, step, 0, division, size,
                      1, duplicate);
  } else {
    __kmpc_taskloop(0, 0, &record->task, condition, &record->lower, &record->upper, step, 0, division, size,
                    duplicate);
  }
  int iterations = 0;
  for (int i = 0; i < kMost; i++) {
    const int wanted = step > 0 ? i >= lower && i <= upper && (i - lower) % step == 0
                                : i <= lower && i >= upper && (lower - i) % -step == 0;
    CHECK_EQ(shared.ran[i], wanted);
    iterations += wanted;
  }
  CHECK_EQ(shared.last_tasks, iterations > 0);
  return shared;
}

static void all(void) {
  for (int condition = 0; condition < 2; condition++) {
    CHECK_EQ(run(0, -1, 1, condition, kAny, 0, 0).tasks, 0);
    CHECK_EQ(run(0, -7, 1, condition, kGrainsize, 1, 0).tasks, 0);
    CHECK_EQ(run(5, 4, 3, condition, kGrainsize, 1, 0).tasks, 0);
    CHECK_EQ(run(5, 6, -3, condition, kNumTasks, 4, 0).tasks, 0);
    run(0, 99, 1, condition, kAny, 0, 0);
    run(199, 0, -1, condition, kAny, 0, 0);
    Shared shared = run(3, 199, 7, condition, kGrainsize, 4, 0);  // 29 iterations
    CHECK(shared.least >= 4 && shared.most < 8);
    shared = run(150, 2, -5, condition, kNumTasks, 6, 0);  // 30 iterations
    CHECK_EQ(shared.tasks, 6);
    shared = run(0, 9, 1, condition, kNumTasks, 50, 0);
    CHECK_EQ(shared.tasks, 10);
    shared = run(0, 99, 1, condition, kGrainsize, 30, 1);
    CHECK_EQ(shared.tasks, 4);
    CHECK_EQ(shared.least, 10);
    CHECK_EQ(shared.most, 30);
    shared = run(0, 9, 1, condition, kGrainsize, 1000, 0);
    CHECK_EQ(shared.tasks, 1);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 10; round++) all();
  all();
  return 0;
}
