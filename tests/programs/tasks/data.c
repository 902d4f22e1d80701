// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data of a task: firstprivate copies made when the task is created, private, shared, arrays and
// structures.
#include <omp.h>

#include "check.h"

typedef struct {
  char text[100];
  double values[20];
} Big;

int main(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  {
    Big big = {"text", {0}};
    for (int i = 0; i < 200; i++) {
      int copy = i, scratch = -1, pair[2] = {i, -i};
      big.values[19] = i;
      char letter = (char)('a' + i % 26);
#pragma omp task firstprivate(copy, pair, big, letter) private(scratch) shared(sum)
      {
        scratch = copy;
        CHECK_EQ(pair[0], copy);
        CHECK_EQ(pair[1], -copy);
        CHECK(big.values[19] == copy && big.text[0] == 't');
        CHECK_EQ(letter, 'a' + copy % 26);
#pragma omp atomic
        sum += scratch;
      }
      copy = 1000;
      pair[0] = 1000;
    }
#pragma omp taskwait
    CHECK_EQ(sum, 199 * 100);
    int here = 5;
#pragma omp task default(shared)
    here++;
#pragma omp taskwait
    CHECK_EQ(here, 6);
  }
  _Alignas(64) double aligned = 2;
#pragma omp parallel
#pragma omp single
#pragma omp task firstprivate(aligned)
  CHECK(aligned == 2 && (unsigned long)&aligned % 8 == 0);
  return 0;
}
