// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library with an image of its own, built twice (REGION and NUMBER), which loaded.c opens and closes. The driver knows
// a kernel and a variable by their names, so these differ.
#pragma omp declare target
static int NUMBER = FIRST;
#pragma omp end declare target

int REGION(int value) {
#pragma omp target map(tofrom : value)
  value += NUMBER++;
#pragma omp target update from(NUMBER)
  return value + 1000 * NUMBER;
}
