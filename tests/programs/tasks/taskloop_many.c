// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of many small tasks: tasks that leave children behind, that change their ICVs, that wait, that are
// cancelled; loops inside tasks of loops; tasks of very different length; data of each task its own.
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kCount = 3000 };
static int ran[kCount];

static void check_all_ran(int times) {
  for (int i = 0; i < kCount; i++) {
    CHECK_EQ(ran[i], times);
    ran[i] = 0;
  }
}

static void children(void) {
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < kCount; i++) {
#pragma omp task firstprivate(i)
    {
#pragma omp atomic
      ran[i]++;
#pragma omp task firstprivate(i)
      {
#pragma omp atomic
        ran[i]++;
      }
    }
  }
  check_all_ran(2);
}

static void icvs(void) {
  omp_set_num_threads(3);
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < kCount; i++) {
    ran[i] += omp_get_max_threads() == 3;
    omp_set_num_threads(4 + i % 5);
  }
  CHECK_EQ(omp_get_max_threads(), 3);
  check_all_ran(1);
}

static void waits(void) {
#pragma omp taskloop grainsize(1)
  for (int i = 0; i < kCount; i++) {
    int part = 0;
#pragma omp task shared(part)
    part = 1;
#pragma omp taskwait
#pragma omp task depend(inout : part) shared(part)
    part += 1;
#pragma omp task depend(inout : part) shared(part)
    part *= 2;
#pragma omp taskwait
    ran[i] += part == 4;
  }
  check_all_ran(1);
}

static void loops_in_tasks(void) {
#pragma omp taskloop num_tasks(60)
  for (int i = 0; i < 60; i++) {
#pragma omp taskloop grainsize(1)
    for (int j = 0; j < kCount / 60; j++) ran[i * (kCount / 60) + j]++;
  }
  check_all_ran(1);
}

static void own_data(void) {
  int seed[4] = {1, 2, 3, 4};
#pragma omp taskloop grainsize(1) firstprivate(seed)
  for (int i = 0; i < kCount; i++) {
    ran[i] += seed[0] == 1 && seed[3] == 4;
    seed[0] = seed[3] = 100;
  }
  check_all_ran(1);
  long sum = 0;
#pragma omp taskloop grainsize(1) reduction(+ : sum)
  for (int i = 0; i < kCount; i++) sum += i;
  CHECK_EQ(sum, (long)kCount * (kCount - 1) / 2);
}

// Whoever has a long task must not keep others from the rest: the first ones wait for each other.
static void unequal(int threads) {
  int arrived = 0, meeting = threads < 4 ? threads : 4;
#pragma omp taskloop grainsize(1) shared(arrived)
  for (int i = 0; i < kCount; i++) {
    ran[i]++;
    if (i < meeting) {
#pragma omp atomic
      arrived++;
      for (int seen = 0; seen < meeting; usleep(100)) {
#pragma omp atomic read
        seen = arrived;
      }
    }
  }
  check_all_ran(1);
}

static void cancelled(void) {
  int after = 0;
#pragma omp taskloop grainsize(1) shared(after)
  for (int i = 0; i < kCount; i++) {
#pragma omp cancellation point taskgroup
    ran[i]++;
#pragma omp cancel taskgroup if (i == 0)
    if (i == 0) {
#pragma omp atomic
      after++;
    }
  }
  CHECK_EQ(after, !omp_get_cancellation());
  for (int i = 0; i < kCount; i++) {
    CHECK(ran[i] == 1 || omp_get_cancellation());
    ran[i] = 0;
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    children();
    icvs();
    waits();
    loops_in_tasks();
    own_data();
    unequal(omp_get_num_threads());
    cancelled();
#pragma omp task final(1)
    children();
  }
}
