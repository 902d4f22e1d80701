// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// teams distribute parallel for [simd], every schedule: each iteration once, over teams and their threads.
#include <omp.h>

#include "check.h"

static int ran[1000];
static void check_ran(int count) {
  for (int i = 0; i < 1000; i++) {
    CHECK_EQ(ran[i], i < count);
    ran[i] = 0;
  }
}

int main(void) {
  long sum = 0;
  unsigned long long wide = 0;
#pragma omp teams distribute parallel for num_teams(3) reduction(+ : sum)
  for (int i = 0; i < 700; i++) {
    ran[i]++;
    sum += i;
  }
  CHECK_EQ(sum, 350 * 699);
  check_ran(700);
#pragma omp teams distribute parallel for schedule(dynamic, 3) dist_schedule(static, 64) num_threads(2)
  for (int i = 0; i < 1000; i++) ran[i]++;
  check_ran(1000);
#pragma omp teams distribute parallel for schedule(guided) if (parallel : sum > 0)
  for (long i = 0; i < 500; i++) ran[i]++;
  check_ran(500);
#pragma omp teams distribute parallel for schedule(runtime) collapse(2)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 20; j++) ran[i * 20 + j]++;
  check_ran(200);
#pragma omp teams distribute parallel for simd schedule(static, 8) num_teams(2)
  for (int i = 0; i < 300; i++) ran[i]++;
  check_ran(300);
#pragma omp teams distribute parallel for schedule(auto) reduction(+ : wide)
  for (unsigned long long i = 1ull << 63; i < (1ull << 63) + 100; i++) wide += i - (1ull << 63);
  CHECK_EQ(wide, 4950);
  int last = 0;
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for lastprivate(last) schedule(dynamic)
  for (int i = 0; i < 100; i++) {
    last = i;
    ran[i]++;
  }
  CHECK_EQ(last, 99);
  check_ran(100);
  return 0;
}
