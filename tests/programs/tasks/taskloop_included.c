// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tasks of a taskloop that no other thread may run: in a team of one thread, with an if clause that is false, in a
// final task, outside of a region. Each runs once, with its own data; they may have children.
// env: OMP_CANCELLATION=true
#include <omp.h>

#include "check.h"

enum { kMost = 50, kModes = 4 };
enum { kOneThread, kIf, kSerialized, kFinal };

static void check_loop(int n, int grain, int mode) {
  int done[kMost] = {0}, children[kMost] = {0}, sum = 0, last = -1;
#pragma omp taskloop grainsize(grain) if (mode != kIf) reduction(+ : sum) lastprivate(last) shared(done, children)
  for (int i = 0; i < n; i++) {
    sum += i;
    last = i;
    done[i]++;
#pragma omp task firstprivate(i) shared(children)
    {
#pragma omp atomic
      children[i]++;
    }
  }
  CHECK_EQ(sum, n * (n - 1) / 2);
  CHECK_EQ(last, n - 1);
  for (int i = 0; i < n; i++) CHECK_EQ(done[i], 1);
  for (int i = 0; i < n; i++) CHECK_EQ(children[i], 1);
}

static void check_mode(int n, int grain, int mode) {
#pragma omp parallel num_threads(mode == kOneThread ? 1 : 2) if (mode != kSerialized)
#pragma omp single
  {
#pragma omp task final(mode == kFinal)
    check_loop(n, grain, mode);
  }
}

// Those that have not begun are left out.
static void check_cancelled(void) {
  int seen = 0;
#pragma omp parallel num_threads(1)
#pragma omp taskgroup
  {
#pragma omp taskloop grainsize(1) nogroup shared(seen)
    for (int i = 0; i < 100; i++) {
      seen++;
      if (i != 10) continue;
#pragma omp cancel taskgroup
    }
  }
  CHECK_EQ(seen, omp_get_cancellation() ? 11 : 100);
}

int main(void) {
  for (int mode = 0; mode < kModes; mode++)
    for (int n = 0; n < kMost; n += 7)
      for (int grain = 1; grain < 4; grain++) check_mode(n, grain, mode);
  check_loop(kMost, 1, kOneThread);
  check_cancelled();
  return 0;
}
