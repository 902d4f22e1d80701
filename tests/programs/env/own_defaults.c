// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the specification leaves open is as on the runtime that the program was linked with: the schedule that
// run-sched-var starts with, where the affinity is displayed, how many threads regions of teams have.
//
// threads: 2
#include <omp.h>

#include "again.h"

static void say_schedule(void) {
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  printf("schedule %d,%d\n", (int)kind, chunk);
}

// Shows on which of the two streams the line comes: one of them leads nowhere.
static void say_affinity(int stream) {
  if (!freopen("/dev/null", "w", stream == 1 ? stderr : stdout)) return;
  omp_display_affinity("asked");
#pragma omp parallel num_threads(2)
  busy(10);
}

// Whether each thread has one block of the iterations.
static void say_distribution(void) {
  int owner[8] = {0};
#pragma omp parallel for schedule(runtime) num_threads(2)
  for (int i = 0; i < 8; i++) owner[i] = omp_get_thread_num();
  int blocks = 1;
  for (int i = 0; i < 8; i++) blocks &= owner[i] == i / 4;
  printf("blocks %d\n", blocks);
}

// Regions of a league's teams that ask for nothing share the processors, unless the user has said how many
// threads.
static void say_threads_of_teams(void) {
  int sizes[16] = {0};
#pragma omp teams num_teams(16) shared(sizes)
  {
    const int team = omp_get_team_num();
#pragma omp parallel
#pragma omp single
    sizes[team] = omp_get_num_threads();
  }
  const int share = omp_get_num_procs() / 16 > 1 ? omp_get_num_procs() / 16 : 1;
  const char* given = getenv("OMP_NUM_THREADS");
  for (int i = 0; i < 16; i++) CHECK_EQ(sizes[i], given ? atoi(given) : share);
}

#ifdef __clang__
enum { kStream = 1, kOther = 2 };
static const char* const kInitial = "schedule 1,0\n";
static const char* const kUsualMode = "a1";
static const char* const kUsualText = " thread 1 bound to OS proc set {";
#else
enum { kStream = 2, kOther = 1 };
static const char* const kInitial = "schedule 2,1\n";
static const char* const kUsualMode = "a2";
static const char* const kUsualText = "level 1 thread ";
#endif

int main(int argc, char** argv) {
  if (argc > 1) {
    if (*argv[1] == 's') say_schedule();
    if (*argv[1] == 'd') say_distribution();
    if (*argv[1] == 't') say_threads_of_teams();
    if (*argv[1] == 'a') say_affinity(atoi(argv[1] + 1));
    return 0;
  }
  CHECK_EQ(run_again("s", NULL), 0);
  expect_text("", kInitial);
  CHECK_EQ(run_with("s", "OMP_SCHEDULE=guided,7"), 0);
  expect_text("OMP_SCHEDULE=guided,7", "schedule 3,7\n");
  CHECK_EQ(run_with("s", "OMP_SCHEDULE=auto"), 0);
  expect_text("OMP_SCHEDULE=auto", "schedule 4,1\n");
#ifdef __clang__
  CHECK_EQ(run_again("d", NULL), 0);
  expect_text("", "blocks 1\n");
#endif
  CHECK_EQ(run_again("t", NULL), 0);
#ifndef __clang__
  CHECK_EQ(run_with("t", "OMP_NUM_THREADS=3"), 0);
#endif
  const char* on[] = {"OMP_DISPLAY_AFFINITY=true", "OMP_AFFINITY_FORMAT=thread %n of %N", NULL};
  const char* usual[] = {"OMP_DISPLAY_AFFINITY=true", NULL};
  CHECK_EQ(run_again(kUsualMode, usual), 0);
  expect_text("the default format", kUsualText);
  char mode[] = "a0";
  mode[1] = (char)('0' + kStream);
  CHECK_EQ(run_again(mode, on), 0);
  expect_text(on[0], "asked\n");
  expect_text(on[0], "thread 0 of 2\n");
  expect_text(on[0], "thread 1 of 2\n");
  mode[1] = (char)('0' + kOther);
  CHECK_EQ(run_again(mode, on), 0);
  CHECK_EQ(strlen(printed), 0);
  return 0;
}
