// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_DISPLAY_AFFINITY prints a line per thread in OMP_AFFINITY_FORMAT when a region is first met or changes.
//
// threads: 2
#include <omp.h>

#include "again.h"

static int occurrences(const char* text) {
  int count = 0;
  for (const char* at = printed; (at = strstr(at, text)); at++) count++;
  return count;
}

// One thread goes up and down; it speaks when it is not where it spoke last.
static void nested(void) {
  omp_set_max_active_levels(4);
  for (int i = 0; i < 2; i++) {
#pragma omp parallel num_threads(1)
    for (int j = 0; j < 2; j++) {
#pragma omp parallel num_threads(1)
      busy(10);
    }
  }
}

// The first thread stays at its place each time; it speaks as the others move.
static void bound(void) {
#pragma omp parallel num_threads(2) proc_bind(close)
  busy(10);
#pragma omp parallel num_threads(2) proc_bind(close)
  busy(10);
#pragma omp parallel num_threads(2) proc_bind(primary)
  busy(10);
}

// Another format alone is nothing to speak about.
static void other_format(void) {
#pragma omp parallel num_threads(2)
  busy(10);
  omp_set_affinity_format("again %n");
#pragma omp parallel num_threads(2)
  busy(10);
}

int main(int argc, char** argv) {
  if (argc > 1 && *argv[1] == 'n') {
    nested();
    return 0;
  }
  if (argc > 1 && *argv[1] == 'f') {
    other_format();
    return 0;
  }
  if (argc > 1 && *argv[1] == 'p') {
    bound();
    return 0;
  }
  if (argc > 1) {
    int rounds = atoi(argv[1]);
    for (int i = 0; i < rounds; i++) {
#pragma omp parallel num_threads(3)
      busy(10);
    }
    if (rounds == 0) omp_display_affinity("asked by %n of %N");
    if (rounds == 0) omp_display_affinity(NULL);
    return 0;
  }
  const char* on[] = {"OMP_DISPLAY_AFFINITY=true", "OMP_AFFINITY_FORMAT=thread %n of %N at %L", NULL};
  CHECK_EQ(run_again("4", on), 0);
  CHECK_EQ(occurrences("thread 0 of 3 at 1\n"), 1);
  CHECK_EQ(occurrences("thread 1 of 3 at 1\n"), 1);
  CHECK_EQ(occurrences("thread 2 of 3 at 1\n"), 1);
  CHECK_EQ(occurrences("\n"), 3);
  CHECK_EQ(run_again("0", on + 1), 0);
  CHECK_EQ(occurrences("asked by 0 of 1\n"), 1);
  CHECK_EQ(occurrences("thread 0 of 1 at 0\n"), 1);
  const char* levels[] = {"OMP_DISPLAY_AFFINITY=true", "OMP_AFFINITY_FORMAT=at %L", NULL};
  CHECK_EQ(run_again("n", levels), 0);
  CHECK_EQ(occurrences("at 1\n"), 2);
  CHECK_EQ(occurrences("at 2\n"), 2);
  CHECK_EQ(run_again("f", levels), 0);
  CHECK_EQ(occurrences("at 1\n"), 2);
  CHECK_EQ(occurrences("again"), 0);
  const char* places[] = {"OMP_DISPLAY_AFFINITY=true", "OMP_AFFINITY_FORMAT=thread %n", "OMP_PLACES={0},{0}",
                          NULL};
  CHECK_EQ(run_again("p", places), 0);
  CHECK_EQ(occurrences("thread 0\n"), 2);
  CHECK_EQ(occurrences("thread 1\n"), 2);
  CHECK_EQ(run_with("2", "OMP_DISPLAY_AFFINITY=true"), 0);
  CHECK(occurrences("\n") >= 3);
  CHECK_EQ(run_with("2", "OMP_DISPLAY_AFFINITY=false"), 0);
  CHECK_EQ(strlen(printed), 0);
  return 0;
}
