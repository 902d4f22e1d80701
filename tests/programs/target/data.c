// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// grammar: idle clang's code for it needs no runtime without a device
// target data, enter and exit data, update, with use_device_ptr, use_device_addr, if and nested environments.
#include <omp.h>

#include "check.h"

int main(void) {
  int array[10], *pointer = array, value = 1;
  for (int i = 0; i < 10; i++) array[i] = i;
#pragma omp target data map(tofrom : array) map(to : value)
  {
#pragma omp target map(alloc : array)
    array[0] = 100;
#pragma omp target update from(array [0:1])
    CHECK_EQ(array[0], 100);
    array[1] = 200;
#pragma omp target update to(array [1:1]) if (value)
#pragma omp target
    array[2] = array[1] + value;
#pragma omp target data use_device_ptr(pointer) map(tofrom : array [0:10])
    CHECK(pointer != NULL && pointer[2] == 201);
#pragma omp target data use_device_addr(array) if (value)
    array[3] = 300;
  }
  CHECK(array[0] == 100 && array[2] == 201 && array[3] == 300);
  int* heap = malloc(10 * sizeof(int));
  for (int i = 0; i < 10; i++) heap[i] = i;
#pragma omp target enter data map(to : heap [0:10]) map(alloc : value)
#pragma omp target map(heap [0:10])
  heap[5] = 55;
#pragma omp target update from(heap [5:2]) device(omp_get_default_device())
#pragma omp target exit data map(from : heap [0:10]) map(release : value)
  CHECK(heap[5] == 55 && heap[4] == 4);
#pragma omp target enter data map(to : heap [0:5]) if (0)
#pragma omp target exit data map(delete : heap [0:5])
  CHECK_EQ(heap[3], 3);
  free(heap);
  return 0;
}
