// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// target on the host: map kinds, implicit and explicit firstprivate, private, if, device, defaultmap, declare
// target.
#include <omp.h>

#include "check.h"

#pragma omp declare target
static int counter = 5;
static int next(int value) {
  return value + counter;
}
#pragma omp end declare target

typedef struct {
  int a, *p;
  double b[4];
} Record;

int main(void) {
  int host = omp_get_initial_device(), x = 1, copy = 10, scratch = 3, array[8], on_host = -1;
  for (int i = 0; i < 8; i++) array[i] = i;
#pragma omp target map(tofrom : x, array) map(from : on_host)
  {
    x += next(copy);
    copy = 99;  // implicitly firstprivate
    array[3] = 33;
    on_host = omp_is_initial_device();
  }
  CHECK_EQ(x, 16);
  CHECK_EQ(copy, 10);
  CHECK_EQ(array[3], 33);
  CHECK_EQ(on_host, 1);
#pragma omp target firstprivate(copy, array) private(scratch) map(tofrom : x)
  {
    scratch = copy + array[3];
    x = scratch;
    array[3] = 0;
  }
  CHECK_EQ(x, 43);
  CHECK_EQ(array[3], 33);
#pragma omp target if (x < 0) map(always, tofrom : x) map(alloc : scratch)
  x++;
#pragma omp target device(host) map(close, always, tofrom : x)
  x++;
#pragma omp target defaultmap(tofrom : scalar)
  x++;
  CHECK_EQ(x, 46);
  Record record = {1, array, {1, 2, 3, 4}};
#pragma omp target map(tofrom : record.a, record.b [1:2]) map(tofrom : record.p [0:8])
  {
    record.a = 7;
    record.b[1] = 8;
    record.p[7] = 70;
  }
  CHECK(record.a == 7 && record.b[1] == 8 && array[7] == 70);
  int* heap = calloc(16, sizeof(int));
#pragma omp target map(tofrom : heap [4:8])
  for (int i = 4; i < 12; i++) heap[i] = i;
  CHECK(heap[3] == 0 && heap[4] == 4 && heap[11] == 11 && heap[12] == 0);
#pragma omp target is_device_ptr(heap) has_device_addr(array)
  heap[0] = array[7];
  CHECK_EQ(heap[0], 70);
#pragma omp target thread_limit(2) map(from : x)
  x = omp_get_thread_limit();
  CHECK(x >= 1);
  free(heap);
  return 0;
}
