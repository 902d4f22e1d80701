// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// collapse(2) and collapse(3), rectangular and not, with static, dynamic, guided and ordered schedules.
#include <omp.h>

#include "coverage.h"

static void rectangular(int a, int b, int c) {
#pragma omp parallel
  {
#pragma omp for collapse(2)
    for (int i = 0; i < a; i++)
      for (int j = 0; j < b; j++) mark(i * b + j);
#pragma omp for collapse(3) schedule(dynamic, 2)
    for (int i = 0; i < a; i++)
      for (long j = b; j > 0; j--)
        for (int k = 0; k < 2 * c; k += 2) mark(a * b + (i * b + (b - j)) * c + k / 2);
#pragma omp for collapse(2) schedule(guided) nowait
    for (unsigned i = 10; i < 10u + (unsigned)a; i++)
      for (int j = -b; j < 0; j++) mark(a * b + a * b * c + (i - 10) * b + (j + b));
  }
  check_marks(2l * a * b + (long)a * b * c);
}

int main(void) {
  rectangular(7, 5, 3);
  rectangular(1, 1, 1);
  rectangular(0, 5, 3);
  rectangular(4, 0, 2);
  rectangular(3, 40, 1);
  int triangle = 0, last_i = -1, last_j = -1, size = 23;
#pragma omp parallel for collapse(2) reduction(+ : triangle)
  for (int i = 0; i < size; i++)
    for (int j = i; j < size; j++) triangle++;
  CHECK_EQ(triangle, size * (size + 1) / 2);
  triangle = 0;
#pragma omp parallel for collapse(2) reduction(+ : triangle) lastprivate(last_i, last_j)
  for (int i = 0; i < size; i++)
    for (int j = 0; j < 2 * i + 1; j++) {
      triangle += j <= 2 * i;
      last_i = i;
      last_j = j;
    }
  CHECK_EQ(triangle, size * size);
  CHECK(last_i == size - 1 && last_j == 2 * size - 2);
  int position = 0;
#pragma omp parallel for collapse(2) ordered schedule(dynamic)
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 5; j++) {
#pragma omp ordered
      {
        CHECK_EQ(position, i * 5 + j);
        position++;
      }
    }
  CHECK_EQ(position, 30);
  return 0;
}
