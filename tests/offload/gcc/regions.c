// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 1 2
// Target regions and data of a program that GCC built for nvptx: each region is a kernel, with the right results,
// and no memory stays on the device. Without a device (EXPECTED_DEVICES=0) the host computes the same.
#include <omp.h>
#include <string.h>

#include "driver.h"

enum { kSize = 1000 };

static int device_count;

#pragma omp declare target
static int counter = 5;
static int twice(int value) {
  return 2 * value;
}
#pragma omp end declare target

// The kernels since the last time are so many, if there is a device at all.
static void expect_kernels(int wanted) {
  static int before;
  const int now = kernels_launched(0);
  CHECK_EQ(now - before, device_count > 0 ? wanted : 0);
  before = now;
}

static void clauses(void) {
  int x = 1, array[kSize] = {0};
  const int y = 41;
#pragma omp target map(tofrom : x) firstprivate(y)
  x += y;
  CHECK_EQ(x, 42);
#pragma omp target map(to : x) map(from : array)
  for (int i = 0; i < kSize; i++) array[i] = twice(i + x);
  for (int i = 0; i < kSize; i++) CHECK_EQ(array[i], 2 * (i + 42));
#pragma omp target teams distribute parallel for map(tofrom : array) num_teams(2) thread_limit(2)
  for (int i = 0; i < kSize; i++) array[i]++;
  for (int i = 0; i < kSize; i++) CHECK_EQ(array[i], 2 * (i + 42) + 1);
  expect_kernels(3);
}

static void on_host(void) {
  int x = 0;
#pragma omp target map(tofrom : x) if (0)
  x++;
#pragma omp target map(tofrom : x) device(omp_get_initial_device())
  x++;
  omp_set_default_device(omp_get_initial_device());
#pragma omp target map(tofrom : x)
  x++;
#pragma omp target data map(tofrom : x)
#pragma omp target map(tofrom : x)
  x++;
  omp_set_default_device(0);
  CHECK_EQ(x, 4);
  expect_kernels(0);
}

// What is mapped already is not copied again: the device has a copy of its own.
static void data(void) {
  int array[kSize];
  for (int i = 0; i < kSize; i++) array[i] = i;
#pragma omp target data map(tofrom : array)
  {
#pragma omp target map(tofrom : array)
    for (int i = 0; i < kSize; i++) array[i]++;
    CHECK_EQ(array[7], device_count > 0 ? 7 : 8);
#pragma omp target data map(alloc : array) if (0)
    {
#pragma omp target update from(array)
    } CHECK_EQ(array[7], 8);
    array[7] = 70;
#pragma omp target update to(array)
#pragma omp target map(tofrom : array)
    array[7]++;
  }
  CHECK_EQ(array[7], 71);
  CHECK_EQ(array[8], 9);
#pragma omp target enter data map(to : array)
#pragma omp target
  array[8]++;
#pragma omp target exit data map(from : array)
  CHECK_EQ(array[8], 10);
  expect_kernels(3);
}

// The driver takes the host's own variable for the device's.
static void variables(void) {
#pragma omp target
  counter++;
#pragma omp target update from(counter)
  CHECK_EQ(counter, 6);
  expect_kernels(1);
}

// Regions of several threads at once.
static void threads(void) {
  int sums[8] = {0};
#pragma omp parallel num_threads(4)
  {
    int mine = omp_get_thread_num();
#pragma omp target map(tofrom : mine)
    mine *= 10;
    sums[omp_get_thread_num()] = mine;
  }
  for (int i = 0; i < omp_get_max_threads() && i < 4; i++) CHECK(sums[i] == 10 * i || sums[i] == 0);
  CHECK_EQ(sums[0], 0);
}

// Each device by its number.
static void all_devices(void) {
  for (int device = 0; device < device_count; device++) {
    const int before = kernels_launched(device);
    int x = device;
#pragma omp target map(tofrom : x) device(device)
    x++;
    CHECK_EQ(x, device + 1);
    CHECK_EQ(kernels_launched(device), before + 1);
  }
}

// A region without data, on threads that have had nothing to do with the device, or with another one before.
static void without_data(void) {
  int before[8], all = 0;
  for (int device = 0; device < device_count; device++) before[device] = kernels_launched(device);
#pragma omp parallel num_threads(4) reduction(+ : all)
  {
    for (int device = 0; device < device_count; device++) {
#pragma omp target device(device)
      counter++;
      all++;
    }
#pragma omp for
    for (int i = 0; i < 20; i++) {
#pragma omp target nowait
      counter++;
    }
  }
  for (int device = 0; device < device_count; device++)
    CHECK_EQ(kernels_launched(device) - before[device], all / device_count + (device == 0 ? 20 : 0));
}

int main(void) {
  device_count = omp_get_num_devices();
  CHECK_EQ(device_count, expected_devices());
  CHECK_EQ(omp_get_initial_device(), device_count);
  const int blocks = blocks_allocated(0);
  clauses();
  const int stacks = blocks_allocated(0);  // the plug-in keeps a block for the stacks of teams
  CHECK(stacks <= blocks + 2);
  on_host();
  data();
  variables();
  threads();
  all_devices();
  without_data();
  CHECK(blocks_allocated(0) <= stacks + 1);
  return 0;
}
