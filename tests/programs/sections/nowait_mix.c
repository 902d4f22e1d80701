// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sections nowait, single nowait and loops nowait interleaved: a thread may be several constructs ahead of
// another.
#include <omp.h>

#include "check.h"

enum { kRounds = 300 };

int main(void) {
  int sections[kRounds] = {0}, singles[kRounds] = {0}, iterations[kRounds] = {0};
#pragma omp parallel
  for (int round = 0; round < kRounds; round++) {
    if (omp_get_thread_num() == round % 3) busy(500);
#pragma omp sections nowait
    {
#pragma omp section
        {
#pragma omp atomic
            sections[round]++;
  }
#pragma omp section
  {
#pragma omp atomic
    sections[round]++;
  }
}
#pragma omp single nowait
{
#pragma omp atomic
  singles[round]++;
}
#pragma omp for schedule(dynamic) nowait
for (int i = 0; i < 5; i++) {
#pragma omp atomic
  iterations[round]++;
}
}
for (int round = 0; round < kRounds; round++) {
  CHECK_EQ(sections[round], 2);
  CHECK_EQ(singles[round], 1);
  CHECK_EQ(iterations[round], 5);
}
return 0;
}
