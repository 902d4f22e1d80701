// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recursive function with seven task constructs, as Strassen's algorithm has them: each runs the function again,
// so the constructs follow each other in every order. The tasks of each construct are counted.
#include <stdio.h>
#include <stdlib.h>

static long tasks[7];

static void note(int construct) {
#pragma omp atomic
  tasks[construct]++;
}

__attribute__((noinline, noclone)) void divide(int depth) {
  if (depth == 0) return;
  int part[7];
#pragma omp task depend(out : part[0])
  (note(0), divide(depth - 1));
#pragma omp task depend(out : part[1])
  (note(1), divide(depth - 1));
#pragma omp task depend(out : part[2])
  (note(2), divide(depth - 1));
#pragma omp task depend(in : part[0]) depend(out : part[3])
  (note(3), divide(depth - 1));
#pragma omp task depend(in : part[1]) depend(out : part[4])
  (note(4), divide(depth - 1));
#pragma omp task depend(in : part[2]) depend(out : part[5])
  (note(5), divide(depth - 1));
#pragma omp task depend(in : part[3], part[4], part[5]) depend(out : part[6])
  (note(6), divide(depth - 1));
#pragma omp taskwait
}

int main(int argc, char** argv) {
  const int depth = argc > 1 ? atoi(argv[1]) : 5;
#pragma omp parallel num_threads(2)
#pragma omp single
  divide(depth);
  for (int i = 0; i < 7; i++) printf("construct %d\n", (int)tasks[i]);
  return 0;
}
