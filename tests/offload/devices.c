// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 1 4
// What a program that offloads asks about devices, and what it computes on them: the library's devices come
// first, the host after the last; with OMP_TARGET_OFFLOAD=disabled there is only the host.
#include <omp.h>
#include <stdint.h>
#include <strings.h>

#include "check.h"

enum { kSize = 1000 };

static int offloading(void) {
  const char* word = getenv("OMP_TARGET_OFFLOAD");
  return word == NULL || strcasecmp(word, "disabled") != 0;
}

static void numbers(void) {
  const int devices = omp_get_num_devices();
  CHECK_EQ(devices > 0, offloading());
  CHECK_EQ(omp_get_initial_device(), devices);
  CHECK_EQ(omp_get_device_num(), devices);
  CHECK_EQ(omp_get_default_device(), 0);
  CHECK(omp_is_initial_device());
}

static void regions(void) {
  int data[kSize];
  long sum = 0;
  for (int i = 0; i < kSize; i++) data[i] = i;
#pragma omp target map(tofrom : data)
  for (int i = 0; i < kSize; i++) data[i] *= 2;
#pragma omp target teams distribute parallel for map(to : data) reduction(+ : sum)
  for (int i = 0; i < kSize; i++) sum += data[i];
  CHECK_EQ(sum, (long)kSize * (kSize - 1));
}

static void host_as_device(void) {
  int here = 0;
#pragma omp target device(omp_get_initial_device()) map(tofrom : here)
  here = 1 + omp_is_initial_device();
  CHECK_EQ(here, 2);
}

// Device 0 is not the host: what is copied goes where the numbers say.
static void memory(void) {
  const int host = omp_get_initial_device();
  const int device = omp_get_default_device();
  int from[kSize];
  int to[kSize] = {0};
  for (int i = 0; i < kSize; i++) from[i] = i + 1;
  void* there = omp_target_alloc(sizeof from, device);
  CHECK(there);
  CHECK_EQ(omp_target_memcpy(there, from, sizeof from, 0, 0, device, host), 0);
  CHECK_EQ(omp_target_memcpy(to, there, sizeof to, 0, 0, host, device), 0);
  for (int i = 0; i < kSize; i++) CHECK_EQ(to[i], i + 1);
  omp_target_free(there, device);
}

// The numbers of LLVM's allocators; its header is not the one here.
static void allocators(void) {
  enum { kHostMemory = 100, kSharedMemory, kDeviceMemory };
  for (int handle = kHostMemory; handle <= kDeviceMemory; handle++) {
    const omp_allocator_handle_t allocator = (omp_allocator_handle_t)(uintptr_t)handle;
    int* there = omp_alloc(kSize * sizeof *there, allocator);
    CHECK(there);
    int sum = 0;
#pragma omp target is_device_ptr(there)
    for (int i = 0; i < kSize; i++) there[i] = 1;
#pragma omp target is_device_ptr(there) map(tofrom : sum)
    for (int i = 0; i < kSize; i++) sum += there[i];
    CHECK_EQ(sum, kSize);
    omp_free(there, allocator);
  }
}

static int sum_there(const int* there, int count) {
  int sum = 0;
#pragma omp target is_device_ptr(there) map(tofrom : sum)
  for (int i = 0; i < count; i++) sum += there[i];
  return sum;
}

// Blocks that are zero-filled, moved, and freed by who does not know their allocator, or when it is another device's turn.
static void blocks(void) {
  const int before = omp_get_default_device();
  for (int handle = 100; handle <= 102; handle++) {
    const omp_allocator_handle_t allocator = (omp_allocator_handle_t)(uintptr_t)handle;
    int* there = omp_calloc(kSize, sizeof *there, allocator);
    CHECK(there);
    CHECK_EQ(sum_there(there, kSize), 0);
#pragma omp target is_device_ptr(there)
    for (int i = 0; i < kSize; i++) there[i] = 1;
    there = omp_realloc(there, 2 * kSize * sizeof *there, allocator, allocator);
    CHECK(there);
    CHECK_EQ(sum_there(there, kSize), kSize);
    there = omp_realloc(there, kSize * sizeof *there, omp_default_mem_alloc, allocator);
    CHECK(there && there[kSize - 1] == 1);
    there = omp_realloc(there, kSize * sizeof *there, allocator, omp_default_mem_alloc);
    CHECK(there);
    CHECK_EQ(sum_there(there, kSize), kSize);
    CHECK(omp_realloc(there, 0, allocator, allocator) == NULL);
    there = omp_realloc(NULL, 100, allocator, allocator);
    int* const other = omp_aligned_calloc(8, 10, sizeof *other, allocator);
    CHECK(there && other);
    if (omp_get_num_devices() > 1) omp_set_default_device(1);
    omp_free(there, allocator);
    omp_free(other, omp_null_allocator);
    omp_set_default_device(before);
  }
}

// Host memory that devices know.
static void pinned(void) {
  const omp_alloctrait_t trait = {omp_atk_pinned, omp_atv_true};
  const omp_allocator_handle_t allocator = omp_init_allocator(omp_default_mem_space, 1, &trait);
  CHECK(allocator != omp_null_allocator);
  int* data = omp_calloc(kSize, sizeof *data, allocator);
  CHECK(data);
#pragma omp target map(tofrom : data [0:kSize])
  for (int i = 0; i < kSize; i++) data[i]++;
  data = omp_realloc(data, 2 * kSize * sizeof *data, allocator, allocator);
  for (int i = 0; i < kSize; i++) CHECK_EQ(data[i], 1);
  omp_free(data, allocator);
  omp_destroy_allocator(allocator);
}

static void tasks(void) {
  int links = 0;
  for (int i = 0; i < 5; i++) {
#pragma omp target nowait map(tofrom : links) depend(inout : links)
    links++;
  }
#pragma omp taskwait
  CHECK_EQ(links, 5);
  int counts[20] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 20; i++) {
#pragma omp target nowait map(tofrom : counts[i])
    counts[i]++;
  }
  for (int i = 0; i < 20; i++) CHECK_EQ(counts[i], 1);
}

static void data_in_tasks(void) {
  int data[kSize];
  for (int i = 0; i < kSize; i++) data[i] = i;
#pragma omp target enter data map(to : data) nowait depend(out : data)
#pragma omp target nowait depend(inout : data)
  for (int i = 0; i < kSize; i++) data[i]++;
#pragma omp target exit data map(from : data) nowait depend(inout : data)
#pragma omp taskwait
  for (int i = 0; i < kSize; i++) CHECK_EQ(data[i], i + 1);
}

int main(void) {
  numbers();
  regions();
  host_as_device();
  if (offloading()) memory();
  allocators();
  blocks();
  pinned();
  tasks();
  data_in_tasks();
  return 0;
}
