// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// depend clauses whose iterators have no iterations when the program runs, alone and beside other items, on
// tasks and on taskwait: what such a clause does not name is not waited for.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kCells = 16 };

// What compilers leave uninitialized is not zero by chance.
__attribute__((noinline)) static void leave_garbage(void) {
  volatile unsigned char bytes[4096];
  memset((void*)bytes, 0x5a, sizeof bytes);
}

__attribute__((noinline)) static void create(int* cells, int n) {
  (void)n;
#pragma omp task depend(iterator(i = 0 : n), in : cells[i]) depend(iterator(i = 0 : n), out : cells[i + 8])
  cells[0]++;
}

__attribute__((noinline)) static void create_with_another(int* cells, int n) {
  (void)n;
#pragma omp task depend(out : cells[1])
  {
    busy(2000);
    cells[1] = 1;
  }
  leave_garbage();
#pragma omp task depend(iterator(i = 0 : n), inout : cells[i + 2]) depend(in : cells[1])
  CHECK_EQ(cells[1], 1);
}

__attribute__((noinline)) static void wait_for(int* cells, int n) {
  (void)n;
#pragma omp taskwait depend(iterator(i = 0 : n), in : cells[i])
}

int main(void) {
  for (int round = 0; round < 20; round++) {
    int cells[kCells] = {0};
#pragma omp parallel
#pragma omp single
    {
      for (int n = 4; n >= 0; n -= 4) {
        leave_garbage();
        create(cells, n);
#pragma omp taskwait
        create_with_another(cells, n);
        leave_garbage();
        wait_for(cells, n);
#pragma omp taskwait
      }
    }
    CHECK_EQ(cells[0], 2);
  }
  return 0;
}
