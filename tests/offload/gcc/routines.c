// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// The memory routines with a device of GCC's: device memory is not the host's, copies go each way.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "driver.h"

enum { kSize = 64 };

static int host, device;

static void copies(void) {
  int here[kSize], back[kSize] = {0};
  for (int i = 0; i < kSize; i++) here[i] = i;
  int* const there = omp_target_alloc(sizeof here, device);
  int* const other = omp_target_alloc(sizeof here, device);
  CHECK(there && other);
  CHECK_EQ(omp_target_memcpy(there, here, sizeof here, 0, 0, device, host), 0);
  CHECK_EQ(omp_target_memcpy(other, there, sizeof here, 0, 0, device, device), 0);
  CHECK_EQ(omp_target_memcpy(back, other, sizeof back / 2, sizeof back / 2, 0, host, device), 0);
  CHECK_EQ(back[0], 0);
  CHECK_EQ(back[kSize / 2 + 3], 3);
  CHECK(omp_target_memcpy(back, there, sizeof back, 0, 0, host, device + 50) != 0);
#pragma omp target is_device_ptr(there)
  for (int i = 0; i < kSize; i++) there[i] *= 2;
  CHECK_EQ(omp_target_memcpy(back, there, sizeof back, 0, 0, host, device), 0);
  CHECK_EQ(back[9], 18);
  omp_target_free(there, device);
  omp_target_free(other, device);
  omp_target_free(NULL, device);
  CHECK(!omp_target_alloc(8, device + 50));
}

// A block of 2 times 3 elements between arrays of 4 times 5.
static void rectangles(void) {
  int here[4][5], back[4][5] = {{0}};
  for (int i = 0; i < 20; i++) here[i / 5][i % 5] = i;
  int* const there = omp_target_alloc(sizeof here, device);
  CHECK_EQ(omp_target_memcpy(there, here, sizeof here, 0, 0, device, host), 0);
  const size_t volume[] = {2, 3}, to[] = {0, 1}, from[] = {1, 2}, sizes[] = {4, 5};
  CHECK_EQ(omp_target_memcpy_rect(back, there, sizeof(int), 2, volume, to, from, sizes, sizes, host, device),
           0);
  CHECK_EQ(back[0][1], here[1][2]);
  CHECK_EQ(back[1][3], here[2][4]);
  CHECK_EQ(back[2][1], 0);
  CHECK(omp_target_memcpy_rect(NULL, NULL, 1, 2, NULL, NULL, NULL, NULL, NULL, host, device) >= 3);
  omp_target_free(there, device);
}

static void mapped(void) {
  int x = 3;
  CHECK_EQ(omp_target_is_present(&x, device), 0);
  CHECK_EQ(omp_target_is_present(&x, host), 1);
#pragma omp target data map(to : x)
  CHECK(omp_target_is_present(&x, device));
  int* const there = omp_target_alloc(sizeof x, device);
  CHECK_EQ(omp_target_memcpy(there, &x, sizeof x, 0, 0, device, host), 0);
  CHECK_EQ(omp_target_associate_ptr(&x, there, sizeof x, 0, device), 0);
  CHECK(omp_target_is_present(&x, device));
  x = 0;
#pragma omp target map(alloc : x)
  x++;
  CHECK_EQ(x, 0);
#pragma omp target update from(x)
  CHECK_EQ(x, 4);
  CHECK_EQ(omp_target_disassociate_ptr(&x, device), 0);
  CHECK_EQ(omp_target_is_present(&x, device), 0);
  omp_target_free(there, device);
}

// Of OpenMP 5.1 and 6.0: this compiler's header and library do not know them, but the runtime has them.
#pragma weak omp_target_memcpy_async
extern int omp_target_memcpy_async(void*, const void*, size_t, size_t, size_t, int, int, int, omp_depend_t*);
#pragma weak omp_target_memset
extern void* omp_target_memset(void*, int, size_t, int);

// Tasks of their own, with dependences.
static void asynchronous(void) {
  if (!omp_target_memcpy_async) return;
  int here[kSize], back[kSize] = {0};
  for (int i = 0; i < kSize; i++) here[i] = 3 * i;
  int* const there = omp_target_alloc(sizeof here, device);
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : there)
#pragma omp parallel
#pragma omp single
  {
    CHECK_EQ(omp_target_memcpy_async(there, here, sizeof here, 0, 0, device, host, 1, &object), 0);
    CHECK_EQ(omp_target_memcpy_async(back, there, sizeof here, 0, 0, host, device, 1, &object), 0);
#pragma omp taskwait
    CHECK_EQ(back[kSize - 1], 3 * (kSize - 1));
  }
#pragma omp depobj(object) destroy
  omp_target_free(there, device);
}

static void filled(void) {
  enum { kBytes = 100000 };
  static unsigned char back[kBytes];
  unsigned char* const there = omp_target_alloc(kBytes, device);
  if (omp_target_memset) {
    CHECK(omp_target_memset(there, 7, kBytes, device) == there);
    CHECK_EQ(omp_target_memcpy(back, there, kBytes, 0, 0, host, device), 0);
    CHECK(back[0] == 7 && back[kBytes - 1] == 7);
  }
  omp_target_free(there, device);
}

int main(void) {
  host = omp_get_initial_device();
  device = omp_get_default_device();
  CHECK_EQ(omp_get_num_devices(), expected_devices());
  copies();
  const int blocks = blocks_allocated(device);
  rectangles();
  mapped();
  asynchronous();
  filled();
  CHECK_EQ(blocks_allocated(device), blocks);
  return 0;
}
