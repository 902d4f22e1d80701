// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two threads work in a region until a file of the name in argument 1 is there.
#include <stdio.h>
#include <unistd.h>

__attribute__((noinline)) void work(const char* name) {
  volatile double x = 0;
  while (access(name, F_OK) != 0) {
    for (int i = 0; i < 100000; i++) x += i;
  }
}

int main(int argc, char** argv) {
  if (argc < 2) return 2;
#pragma omp parallel num_threads(2)
  work(argv[1]);
  printf("worked 1\n");
  return 0;
}
