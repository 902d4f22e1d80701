// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// The task entries called directly: how records are laid out, proxy tasks that complete from outside,
// priorities, numbers of tasks, target tasks, tasks without a routine.
#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "check.h"
#include "kmp/task_record.h"

int32_t __kmpc_omp_task_parts(const void*, int32_t, TaskRecord*);
int32_t __kmpc_omp_taskwait(const void*, int32_t);
void __kmpc_proxy_task_completed(int32_t, TaskRecord*);
void __kmpc_proxy_task_completed_ooo(TaskRecord*);
int32_t __kmpc_get_taskid(void);
int32_t __kmpc_get_parent_taskid(void);
int32_t __kmpc_omp_has_task_team(int32_t);
void** __kmpc_omp_get_target_async_handle_ptr(int32_t);
int32_t __kmpc_omp_reg_task_with_affinity(const void*, int32_t, TaskRecord*, int32_t, const void*);

static int done;

static void count(void) {
#pragma omp atomic
  done++;
}

static int32_t check_bytes(int32_t number, TaskRecord* record) {
  (void)number;
  const size_t bytes = *(size_t*)record->shareds;
  const unsigned char* private = (unsigned char*)(record + 1);
  for (size_t i = 0; i < bytes; i++) CHECK_EQ(private[i], (unsigned char)(i * 7));
  count();
  return 0;
}

static void layouts(void) {
  const size_t sizes[] = {0, 1, 8, 20, 100, 600, 1700, 4000, 4100, 100000};
  const int kinds = sizeof sizes / sizeof *sizes;
  for (int i = 0; i < kinds; i++) {
    for (int copies = 0; copies < 20; copies++) {
      TaskRecord* record =
          __kmpc_omp_task_alloc(0, 0, kTied, sizeof *record + sizes[i], sizeof(size_t), check_bytes);
      CHECK((uintptr_t)record % 64 == 0);
      CHECK((char*)record->shareds >= (char*)(record + 1) + sizes[i]);
      CHECK((uintptr_t)record->shareds % 8 == 0);
      CHECK(record->routine == check_bytes && record->part == 0);
      *(size_t*)record->shareds = sizes[i];
      for (size_t byte = 0; byte < sizes[i]; byte++)
        ((unsigned char*)(record + 1))[byte] = (unsigned char)(byte * 7);
      CHECK_EQ(__kmpc_omp_reg_task_with_affinity(0, 0, record, 0, 0), 0);
      CHECK_EQ(__kmpc_omp_task(0, 0, record), 0);
    }
  }
  CHECK(__kmpc_omp_task_alloc(0, 0, kTied, sizeof(TaskRecord), 0, check_bytes)->shareds == NULL);
  __kmpc_omp_taskwait(0, 0);
  CHECK_EQ(done, 20 * kinds);
  done = 0;
}

static void* complete_from_outside(void* record) {
  busy(20000);
  count();
  __kmpc_proxy_task_completed_ooo(record);
  return 0;
}

static int32_t start_outside(int32_t number, TaskRecord* record) {
  (void)number;
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, 0, complete_from_outside, record), 0);
  pthread_detach(thread);
  return 0;
}

static int32_t complete_at_once(int32_t number, TaskRecord* record) {
  count();
  __kmpc_proxy_task_completed(number, record);
  return 0;
}

static void proxies(void) {
  for (int i = 0; i < 5; i++) {
    __kmpc_omp_task(0, 0, __kmpc_omp_task_alloc(0, 0, kTied | kProxy, sizeof(TaskRecord), 0, start_outside));
    __kmpc_omp_task(0, 0,
                    __kmpc_omp_task_alloc(0, 0, kTied | kProxy, sizeof(TaskRecord), 0, complete_at_once));
  }
  __kmpc_omp_taskwait(0, 0);
  CHECK_EQ(done, 10);
  done = 0;
}

static int32_t check_numbers(int32_t number, TaskRecord* record) {
  (void)number;
  CHECK_EQ(__kmpc_get_parent_taskid(), *(int32_t*)record->shareds);
  CHECK(__kmpc_get_taskid() != __kmpc_get_parent_taskid());
  CHECK_EQ(__kmpc_omp_has_task_team(0), omp_get_num_threads() > 1);
  return 0;
}

static int32_t three_parts(int32_t number, TaskRecord* record) {
  count();
  if (record->part++ < 2) __kmpc_omp_task_parts(0, number, record);
  return 0;
}

// Without a device library nobody could be asked whether what a task left under way is done.
static int32_t leave_nothing(int32_t number, TaskRecord* record) {
  (void)record;
  CHECK_EQ(__kmpc_omp_has_task_team(number), 0);
  CHECK(__kmpc_omp_get_target_async_handle_ptr(number) == 0);
  count();
  return 0;
}

static void others(void) {
  TaskRecord* record = __kmpc_omp_task_alloc(0, 0, kTied, sizeof *record, 4, check_numbers);
  *(int32_t*)record->shareds = __kmpc_get_taskid();
  __kmpc_omp_task(0, 0, record);
  __kmpc_omp_task(0, 0, __kmpc_omp_task_alloc(0, 0, 0, sizeof *record, 0, three_parts));
  __kmpc_omp_task(0, 0, __kmpc_omp_target_task_alloc(0, 0, kTied, sizeof *record, 0, leave_nothing, -1));
  __kmpc_omp_taskwait(0, 0);
  CHECK_EQ(done, 4);
  done = 0;
  CHECK(__kmpc_omp_get_target_async_handle_ptr(0) == 0);
}

// A routine that is null: an empty task, with and without destructors.
static int32_t destroy(int32_t number, TaskRecord* record) {
  (void)number;
  (void)record;
  count();
  return 0;
}

static void empty_ones(void) {
  for (int i = 0; i < 10; i++) {
    __kmpc_omp_task(0, 0, __kmpc_omp_task_alloc(0, 0, kTied, sizeof(TaskRecord), 8, 0));
    TaskRecord* record = __kmpc_omp_task_alloc(0, 0, kTied | kDestroys, sizeof(TaskRecord), 0, 0);
    record->destroy = destroy;
    __kmpc_omp_task(0, 0, record);
  }
  __kmpc_omp_taskwait(0, 0);
  CHECK_EQ(done, 10);
  done = 0;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 3; round++) {
    layouts();
    proxies();
    others();
    empty_ones();
  }
  layouts();
  proxies();
  empty_ones();
  return 0;
}
