// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// So many regions that do nothing, and two tasks after them.
#include <stdlib.h>

static volatile int sink;

int main(int argc, char** argv) {
  const int regions = argc > 1 ? atoi(argv[1]) : 1000;
  for (int i = 0; i < regions; i++) {
#pragma omp parallel num_threads(2)
    if (i < 0) sink++;
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 2; i++) {
#pragma omp task
    sink++;
  }
  return 0;
}
