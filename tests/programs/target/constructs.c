// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions inside target and the combined forms: parallel, simd, teams, distribute, loop, with reductions.
#include <omp.h>

#include "check.h"

int main(void) {
  long sum = 0;
  int ran[600] = {0}, teams = 0;
#pragma omp target parallel for map(tofrom : sum) reduction(+ : sum)
  for (int i = 0; i < 100; i++) sum += i;
  CHECK_EQ(sum, 4950);
#pragma omp target parallel map(tofrom : sum) num_threads(3) if (parallel : 1)
  {
#pragma omp atomic
    sum++;
  }
  CHECK(sum >= 4951 && sum <= 4953);
#pragma omp target teams num_teams(3) thread_limit(4) map(from : teams)
  if (omp_get_team_num() == 0) teams = omp_get_num_teams();
  CHECK(teams >= 1 && teams <= 3);
#pragma omp target teams num_teams(5) reduction(+ : teams)
  teams += 1;
#pragma omp target teams distribute map(tofrom : ran)
  for (int i = 0; i < 100; i++) ran[i]++;
#pragma omp target teams distribute parallel for map(tofrom : ran) schedule(dynamic, 4)
  for (int i = 100; i < 200; i++) ran[i]++;
#pragma omp target teams distribute parallel for simd map(tofrom : ran) num_teams(2) collapse(2)
  for (int i = 2; i < 4; i++)
    for (int j = 0; j < 100; j++) ran[i * 100 + j]++;
#pragma omp target simd map(tofrom : ran)
  for (int i = 400; i < 450; i++) ran[i]++;
#pragma omp target parallel for simd map(tofrom : ran) schedule(guided)
  for (int i = 450; i < 500; i++) ran[i]++;
#pragma omp target teams loop map(tofrom : ran)
  for (int i = 500; i < 550; i++) ran[i]++;
#pragma omp target parallel loop map(tofrom : ran)
  for (int i = 550; i < 600; i++) ran[i]++;
  for (int i = 0; i < 600; i++) CHECK_EQ(ran[i], 1);
  return 0;
}
