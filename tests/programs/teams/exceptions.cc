// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions that are thrown and caught inside teams and their parallel regions.
#include <omp.h>

#include <stdexcept>

#include "check.h"

static void refuse(int number) {
  if (number % 2 == 0) throw std::out_of_range("even");
  throw number;
}

static int caught(int number) {
  try {
    refuse(number);
  } catch (const std::out_of_range&) {
    return 1;
  } catch (int thrown) {
    CHECK_EQ(thrown, number);
    return 100;
  }
  return 0;
}

int main() {
  for (int round = 0; round < 20; round++) {
    int sum = 0, inner = 0;
#pragma omp teams num_teams(6) thread_limit(2) reduction(+ : sum, inner)
    {
      sum += caught(omp_get_team_num());
#pragma omp parallel num_threads(2) reduction(+ : inner)
      inner += caught(2 * omp_get_thread_num()) + caught(1);
    }
    CHECK_EQ(sum, 3 + 300);
    CHECK_EQ(inner, 6 * 2 * 101);
  }
  return 0;
}
