// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: its target tasks do not call the entry points of LLVM's compilers
// grammar: allow task.team The watcher, which is in no team, starts tasks while their team's threads compute.
// Target tasks whose work goes on elsewhere when their code has returned: each is launched once, nobody waits
// for it who does not have to, and it is complete when the library says so.
#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "kmp/device_library.h"
#include "kmp/task_record.h"

enum { kMany = 40 };

typedef struct {
  Operation* first;
  int count;
} Operations;

static void* finish_soon(void* what) {
  const Operations* operations = what;
  for (int i = 0; i < operations->count; i++) {
    busy(20000);
    atomic_store(&operations->first[i].done, 1);
  }
  return 0;
}

// As a device does, beside the program.
static pthread_t finish_all(Operations* operations) {
  pthread_t device;
  CHECK_EQ(pthread_create(&device, 0, finish_soon, operations), 0);
  return device;
}

static pthread_t finish_from_outside(Operation* operation) {
  static Operations one;
  one = (Operations){operation, 1};
  return finish_all(&one);
}

static void expect_landed(Operation* operation) {
  CHECK_EQ(operation->launches, 1);
  CHECK_EQ(operation->landed, 1);
}

// The program computes: it passes no task scheduling point.
static void compute_until(atomic_int* event) {
  while (!atomic_load(event)) sched_yield();
}

static void numbers(void) {
  CHECK_EQ(omp_get_num_devices(), 0);
  CHECK_EQ(omp_get_initial_device(), 0);
  load_device_library();
  CHECK_EQ(omp_get_num_devices(), kDevices);
  CHECK_EQ(omp_get_initial_device(), kDevices);
  CHECK_EQ(omp_get_device_num(), kDevices);
  CHECK_EQ(omp_get_default_device(), 0);
  CHECK(omp_is_initial_device());
}

// Were the operation waited for before the construct returns, this would never end.
static void alone(void) {
  static Operation operation;
  Operation* one = &operation;
#pragma omp target nowait firstprivate(one)
  launch(one);
  CHECK_EQ(operation.launches, 1);
  CHECK_EQ(operation.landed, 0);
  pthread_t device = finish_from_outside(one);
#pragma omp taskwait
  expect_landed(one);
  pthread_join(device, 0);
}

// The watcher finds out that an operation is done, and starts the next.
static void chain_beside_computation(void) {
  static Operation operations[3];
  int link = 0;
  for (int i = 0; i < 3; i++) {
    Operation* one = &operations[i];
#pragma omp target nowait firstprivate(one) depend(inout : link)
    launch(one);
  }
  for (int i = 0; i < 3; i++) {
    compute_until(&operations[i].launches);
    if (i < 2) CHECK_EQ(operations[i + 1].launches, 0);
    atomic_store(&operations[i].done, 1);
  }
  compute_until(&operations[2].landed);
#pragma omp taskwait
  for (int i = 0; i < 3; i++) expect_landed(&operations[i]);
}

// A host task comes after one in flight, and one in flight after a host task.
static void among_host_tasks(void) {
  static Operation operations[2];
  Operation* first = &operations[0];
  Operation* second = &operations[1];
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait firstprivate(first) depend(out : value)
    launch(first);
#pragma omp task depend(inout : value) shared(value)
    {
      CHECK_EQ(operations[0].landed, 1);
      value = 1;
    }
#pragma omp target nowait firstprivate(second) depend(inout : value)
    launch(second);
    Operations both = {operations, 2};
    pthread_t device = finish_all(&both);
#pragma omp taskwait
    CHECK_EQ(value, 1);
    expect_landed(first);
    expect_landed(second);
    pthread_join(device, 0);
  }
}

// At the end of a region, in a group, in a task of its own: each way to wait.
static void many(void) {
  static Operation operations[3 * kMany];
  memset(operations, 0, sizeof operations);
  Operations all = {operations, 3 * kMany};
  pthread_t device = finish_all(&all);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < kMany; i++) {
      Operation* one = &operations[i];
#pragma omp target nowait firstprivate(one)
      launch(one);
    }
    for (int i = 0; i < kMany; i++) expect_landed(&operations[i]);
#pragma omp single
    {
#pragma omp taskgroup
      for (int i = kMany; i < 2 * kMany; i++) {
        Operation* one = &operations[i];
#pragma omp task firstprivate(one)
        {
#pragma omp target nowait firstprivate(one)
          launch(one);
        }
      }
      for (int i = kMany; i < 2 * kMany; i++) expect_landed(&operations[i]);
    }
#pragma omp for nowait
    for (int i = 2 * kMany; i < 3 * kMany; i++) {
      Operation* one = &operations[i];
#pragma omp target nowait firstprivate(one)
      launch(one);
    }
  }
  for (int i = 0; i < 3 * kMany; i++) expect_landed(&operations[i]);
  pthread_join(device, 0);
}

// An included task may not be left, so the device is waited for.
static void included(void) {
  static Operation operation;
  Operation* one = &operation;
  pthread_t device = finish_from_outside(one);
#pragma omp task final(1)
  {
#pragma omp target nowait firstprivate(one)
    launch(one);
    expect_landed(one);
  }
  pthread_join(device, 0);
}

typedef struct {
  TaskRecord task;
  Operation* operation;
  atomic_int* destroyed;
} Record;

static int32_t launch_record(int32_t number, TaskRecord* record) {
  (void)number;
  launch(((Record*)record)->operation);
  return 0;
}

static int32_t destroy_record(int32_t number, TaskRecord* record) {
  (void)number;
  const Record* own = (Record*)record;
  CHECK_EQ(own->operation->landed, 1);
  atomic_fetch_add(own->destroyed, 1);
  return 0;
}

// What the device may still use is not destroyed before it is done.
static void destructors(void) {
  static Operation operation;
  static atomic_int destroyed;
  Record* record =
      (Record*)__kmpc_omp_target_task_alloc(0, 0, kTied | kDestroys, sizeof(Record), 0, launch_record, -1);
  record->task.destroy = destroy_record;
  record->operation = &operation;
  record->destroyed = &destroyed;
  __kmpc_omp_task(0, 0, &record->task);
  CHECK_EQ(destroyed, 0);
  pthread_t device = finish_from_outside(&operation);
#pragma omp taskwait
  CHECK_EQ(destroyed, 1);
  expect_landed(&operation);
  pthread_join(device, 0);
}

// Whoever waits for tasks does not let the library block it: there may be other tasks to run.
static void never_blocked(void) {
  static Operation operation;
  static atomic_int ran;
  Operation* one = &operation;
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp target nowait firstprivate(one)
    launch(one);
#pragma omp task
    {
      busy(3000000);
      CHECK(times_in_vain() <= kMostInVain);
      atomic_store(&ran, 1);
      atomic_store(&one->done, 1);
    }
#pragma omp taskwait
    CHECK_EQ(ran, 1);
  }
  CHECK(times_in_vain() <= kMostInVain);
  expect_landed(one);
}

// A thread of the program's own ends only when the device is done with its tasks.
static void* launch_and_leave(void* what) {
  Operation* one = what;
#pragma omp target nowait firstprivate(one)
  launch(one);
  return 0;
}

static void foreign_thread(void) {
  static Operation operation;
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, 0, launch_and_leave, &operation), 0);
  compute_until(&operation.launches);
  busy(1000000);
  pthread_t device = finish_from_outside(&operation);
  pthread_join(thread, 0);
  expect_landed(&operation);
  pthread_join(device, 0);
}

// The process ends only when the device is done.
static void at_exit(void) {
  static Operation operation;
  Operation* one = &operation;
#pragma omp target nowait firstprivate(one)
  launch(one);
  finish_from_outside(one);
}

int main(void) {
  numbers();
  alone();
  chain_beside_computation();
  among_host_tasks();
  for (int round = 0; round < 10; round++) many();
  included();
  destructors();
  never_blocked();
  foreign_thread();
  at_exit();
  return 0;
}
