// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// env: OMP_TARGET_OFFLOAD=mandatory
// grammar: allow task.team The watcher, which is in no team, starts tasks while their team's threads compute.
// Target tasks on a device that goes on by itself, of LLVM's own library: each kernel is launched once,
// nobody waits for it who does not have to, and what comes after it comes after it.
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "check.h"
#include "fake_cuda.h"

enum { kMany = 20, kLinks = 4 };

// The program computes: it passes no task scheduling point.
static void compute_until_launched(int count) {
  while (kernels_launched() < count) sched_yield();
  CHECK_EQ(kernels_launched(), count);
}

static void launch(int* value) {
#pragma omp target nowait map(tofrom : value[0])
  value[0]++;
}

static void numbers(void) {
  CHECK_EQ(omp_get_num_devices(), 1);
  CHECK_EQ(omp_get_initial_device(), 1);
  CHECK_EQ(omp_get_device_num(), 1);
  CHECK_EQ(omp_get_default_device(), 0);
  CHECK(omp_is_initial_device());
}

static void without_nowait(void) {
  const int before = kernels_launched();
  int value = 0;
  let_kernels_end(1);
#pragma omp target map(tofrom : value)
  value++;
  CHECK_EQ(value, 1);
  CHECK_EQ(kernels_launched(), before + 1);
}

// Somebody asks again and again whether the kernel has ended, and nobody launches it again for that.
static void asked_about(void) {
  const int before = kernels_launched();
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
    const int asked = streams_asked();
#pragma omp target nowait map(tofrom : value)
    value++;
    while (streams_asked() < asked + 3) sched_yield();
    CHECK_EQ(kernels_launched(), before + 1);
    CHECK_EQ(kernels_ended(), before);
    CHECK_EQ(value, 0);
    let_kernels_end(1);
  }
  CHECK_EQ(value, 1);
  CHECK_EQ(kernels_launched(), before + 1);
}

// Were the kernel waited for in the construct, this would never end.
static void outside_of_regions(void) {
  const int before = kernels_launched();
  int value = 0;
#pragma omp target nowait map(tofrom : value)
  value++;
  compute_until_launched(before + 1);
  CHECK_EQ(kernels_ended(), before);
  CHECK_EQ(value, 0);
  let_kernels_end(1);
#pragma omp taskwait
  CHECK_EQ(value, 1);
  CHECK_EQ(kernels_launched(), before + 1);
}

// Several are on the device at once.
static void side_by_side(void) {
  const int before = kernels_launched();
  int values[kLinks] = {0};
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kLinks; i++) launch(&values[i]);
    compute_until_launched(before + kLinks);
    CHECK_EQ(kernels_ended(), before);
    let_kernels_end(kLinks);
  }
  for (int i = 0; i < kLinks; i++) CHECK_EQ(values[i], 1);
}

// A kernel follows another one while more go on, however often somebody has asked about those in vain.
static void beside_longer_ones(void) {
  const int before = kernels_launched();
  int value = 0;
  int longer[kLinks] = {0};
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait map(tofrom : value) depend(inout : value)
    value++;
    compute_until_launched(before + 1);
    for (int i = 0; i < kLinks; i++) launch(&longer[i]);
    compute_until_launched(before + 1 + kLinks);
#pragma omp target nowait map(tofrom : value) depend(inout : value)
    value++;
    const int asked = streams_asked();
    while (threads_blocked() == 0 && streams_asked() < asked + 100) sched_yield();
    let_kernels_end(1);
    compute_until_launched(before + 2 + kLinks);
    CHECK_EQ(kernels_ended(), before + 1);
    CHECK_EQ(value, 1);
    let_kernels_end(1 + kLinks);
  }
  CHECK_EQ(value, 2);
  for (int i = 0; i < kLinks; i++) CHECK_EQ(longer[i], 1);
}

static atomic_int waiting, let_end;

// Lets the kernel end when the program waits for it, and somebody looks at it on its behalf.
static void* end_when_waited_for(void* nothing) {
  (void)nothing;
  while (!atomic_load(&waiting)) sched_yield();
  const int asked = streams_asked();
  while (streams_asked() == asked && threads_blocked() == 0) sched_yield();
  atomic_store(&let_end, 1);
  let_kernels_end(1);
  return 0;
}

static pthread_t begin_wait(void) {
  pthread_t device;
  atomic_store(&waiting, 0);
  atomic_store(&let_end, 0);
  CHECK_EQ(pthread_create(&device, 0, end_when_waited_for, 0), 0);
  return device;
}

static void end_wait(pthread_t device, int value) {
  CHECK_EQ(atomic_load(&let_end), 1);
  CHECK_EQ(value, 1);
  pthread_join(device, 0);
}

static void each_way_to_wait(void) {
  int value = 0;
  pthread_t device = begin_wait();
#pragma omp target nowait map(tofrom : value)
  value++;
  atomic_store(&waiting, 1);
#pragma omp taskwait
  end_wait(device, value);

  value = 0;
  device = begin_wait();
#pragma omp taskgroup
  {
#pragma omp target nowait map(tofrom : value)
    value++;
    atomic_store(&waiting, 1);
  }
  end_wait(device, value);

  value = 0;
  device = begin_wait();
#pragma omp parallel
#pragma omp master
  {
#pragma omp target nowait map(tofrom : value)
    value++;
    atomic_store(&waiting, 1);
  }
  end_wait(device, value);
}

// A host task comes after a kernel, and a kernel after a host task.
static void among_host_tasks(void) {
  const int before = kernels_launched();
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp target nowait map(tofrom : value) depend(out : value)
    value++;
#pragma omp task depend(inout : value) shared(value)
    {
      CHECK_EQ(kernels_ended(), before + 1);
      CHECK_EQ(kernels_launched(), before + 1);
      CHECK_EQ(value, 1);
      value = 10;
      let_kernels_end(1);
    }
#pragma omp target nowait map(tofrom : value) depend(inout : value)
    value++;
    compute_until_launched(before + 1);
    let_kernels_end(1);
#pragma omp taskwait
    CHECK_EQ(value, 11);
  }
  CHECK_EQ(kernels_launched(), before + 2);
}

// Each kernel is launched when the one before it has ended, while the program computes.
static void chain(void) {
  const int before = kernels_launched();
  int value = 0;
  for (int i = 0; i < kLinks; i++) {
#pragma omp target nowait map(tofrom : value) depend(inout : value)
    value++;
  }
  for (int i = 0; i < kLinks; i++) {
    compute_until_launched(before + i + 1);
    CHECK_EQ(value, i);
    let_kernels_end(1);
  }
#pragma omp taskwait
  CHECK_EQ(value, kLinks);
  CHECK_EQ(kernels_launched(), before + kLinks);
}

// The value is on the device before the kernel, and comes back after it.
static void data_in_tasks(void) {
  int value = 5;
#pragma omp target enter data map(to : value) nowait depend(out : value)
#pragma omp target nowait map(tofrom : value) depend(inout : value)
  value++;
#pragma omp target exit data map(from : value) nowait depend(inout : value)
  let_kernels_end(1);
#pragma omp taskwait
  CHECK_EQ(value, 6);
}

// Beside the program, as a device does: whatever has been launched ends.
static void* end_many(void* nothing) {
  (void)nothing;
  const int end = kernels_ended() + kMany;
  while (kernels_ended() < end) {
    if (kernels_launched() > kernels_ended()) let_kernels_end(1);
    sched_yield();
  }
  return 0;
}

static void many(void) {
  const int before = kernels_launched();
  int values[kMany] = {0};
  pthread_t device;
  CHECK_EQ(pthread_create(&device, 0, end_many, 0), 0);
#pragma omp parallel for
  for (int i = 0; i < kMany; i++) launch(&values[i]);
  for (int i = 0; i < kMany; i++) CHECK_EQ(values[i], 1);
  CHECK_EQ(kernels_launched(), before + kMany);
  pthread_join(device, 0);
}

// A thread of the program's own ends only when the device is done with its tasks.
static void* launch_and_leave(void* value) {
  launch(value);
  atomic_store(&waiting, 1);
  return 0;
}

static void foreign_thread(void) {
  int value = 0;
  pthread_t device = begin_wait();
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, 0, launch_and_leave, &value), 0);
  pthread_join(thread, 0);
  end_wait(device, value);
}

// The process ends only when the device is done, which the driver looks at, too.
static int last_value;

static void begin_exit(void) {
  atomic_store(&waiting, 1);
}

static void at_exit(void) {
  begin_wait();
  launch(&last_value);
  CHECK_EQ(atexit(begin_exit), 0);
}

__attribute__((destructor)) static void end(void) {
  CHECK_EQ(last_value, 1);
}

int main(void) {
  numbers();
  without_nowait();
  asked_about();
  outside_of_regions();
  side_by_side();
  beside_longer_ones();
  each_way_to_wait();
  among_host_tasks();
  chain();
  data_in_tasks();
  for (int round = 0; round < 10; round++) many();
  foreign_thread();
  at_exit();
  return 0;
}
