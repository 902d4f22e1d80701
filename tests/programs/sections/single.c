// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single: one thread of the team, the others wait at its end; copyprivate hands its values to all of them.
#include <omp.h>

#include "check.h"

static int thread_value = 0;
#pragma omp threadprivate(thread_value)

typedef struct {
  int a[3];
  double b;
} Record;

int main(void) {
  int size = omp_get_max_threads();
  for (int round = 0; round < 50; round++) {
    int ran = 0, agreed = 0;
#pragma omp parallel
    {
#pragma omp single
      {
        busy(200);
        ran++;
      }
      CHECK_EQ(ran, 1);
      int number = -1;
      Record record = {{0}, 0};
      double* pointer = NULL;
      double target = 0;
#pragma omp single copyprivate(number, record, thread_value, pointer)
      {
        number = round * 100 + omp_get_thread_num();
        record = (Record){{1, round, 3}, 0.5};
        thread_value = round;
        target = 2.5;
        pointer = &target;
      }
      CHECK_EQ(number / 100, round);
      CHECK(record.a[1] == round && record.b == 0.5);
      CHECK_EQ(thread_value, round);
      CHECK(*pointer == 2.5);
#pragma omp barrier
#pragma omp atomic
      agreed += number % 100;
#pragma omp single nowait
      ran++;
#pragma omp barrier
      CHECK_EQ(agreed, number % 100 * size);
      CHECK_EQ(ran, 2);
    }
  }
  return 0;
}
