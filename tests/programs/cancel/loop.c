// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cancel for ends the loop for the whole team; other loops, the team and later regions are untouched.
//
// env: OMP_CANCELLATION=true
#include <omp.h>
#include <sched.h>

#include "check.h"

enum { kCount = 100000, kLast = 50 };

int main(void) {
  for (int round = 0; round < 20; round++) {
    int dynamic = 0, fixed = 0, guided = 0, after = 0, ordered = 0;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < kCount; i++) {
#pragma omp atomic
        dynamic++;
#pragma omp cancel for if (i == kLast)
        while (i > kLast) {
          sched_yield();
#pragma omp cancellation point for
        }
      }
#pragma omp for schedule(static)
      for (int i = 0; i < kCount; i++) {
#pragma omp cancel for if (i % 100 == 7)
#pragma omp atomic
        fixed++;
      }
#pragma omp for schedule(guided)
      for (unsigned long long i = 0; i < kCount; i++) {
#pragma omp atomic
        guided++;
#pragma omp cancel for if (i >= 1000)
      }
#pragma omp for ordered schedule(dynamic)
      for (int i = 0; i < 50; i++) {
#pragma omp ordered
        ordered++;
      }
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 100; i++) {
#pragma omp atomic
        after++;
      }
    }
    // A thread that has got past kLast waits for the cancel, so it has one iteration more, at most.
    CHECK(dynamic >= 1 && dynamic <= kLast + omp_get_max_threads());
    CHECK(fixed <= 7 * omp_get_max_threads());
    CHECK(guided >= 1 && guided < kCount);
    CHECK_EQ(after, 100);
    CHECK_EQ(ordered, 50);
  }
  int found = -1;
#pragma omp parallel
#pragma omp for schedule(dynamic, 4)
  for (int i = 0; i < kCount; i++) {
    if (i == 777) {
#pragma omp atomic write
      found = i;
#pragma omp cancel for
    }
#pragma omp cancellation point for
  }
  CHECK_EQ(found, 777);
  return 0;
}
