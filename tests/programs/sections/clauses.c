// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sections with private, firstprivate, lastprivate, reduction and allocate.
#include <omp.h>

#include "check.h"

int main(void) {
  for (int round = 0; round < 30; round++) {
    int first = 10, last = 0, sum = 1, scratch = 3, product = 1;
#pragma omp parallel
    {
#pragma omp sections firstprivate(first) lastprivate(last, first) reduction(+ : sum) reduction(* : product) private(scratch)
      {
#pragma omp section
        {
          scratch = first;
          sum += scratch;
          product *= 2;
          last = 1;
        }
#pragma omp section
        {
          scratch = 2 * first;
          busy(300);
          sum += 2;
          product *= 3;
          last = 2;
        }
#pragma omp section
        {
          sum += 30;
          product *= 5;
          last = 3;
          first = 99;
        }
      }
      CHECK_EQ(last, 3);
      CHECK_EQ(first, 99);
      CHECK_EQ(sum, 43);
      CHECK_EQ(product, 30);
    }
    CHECK_EQ(scratch, 3);
#pragma omp parallel sections firstprivate(first) reduction(max : sum) allocate(first)
    {
#pragma omp section
      sum = first > sum ? first : sum;
#pragma omp section
      sum = first - 1 > sum ? first - 1 : sum;
    }
    CHECK_EQ(sum, 99);
  }
  return 0;
}
