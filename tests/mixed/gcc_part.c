// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part that GCC builds: asks itself and Clang's part the same questions.
#include "check.h"
#include "parts.h"

#include <string.h>

// The threads of a region that GCC's code opens and of one that Clang's code opens are the same.
static void check_one_pool(const struct ClangPart* clang) {
  struct Answer ours[kMostThreads], theirs[kMostThreads];
  memset(ours, 0, sizeof ours);
  memset(theirs, 0, sizeof theirs);
  const int threads = region(ours);
  CHECK_EQ(clang->region(theirs), threads);
  CHECK_EQ(memcmp(ours, theirs, sizeof ours), 0);
  CHECK_EQ(region(theirs), threads);
  CHECK_EQ(memcmp(ours, theirs, sizeof ours), 0);
}

// Inside a region of GCC's, Clang's code is in the same team and shares its constructs.
static void check_one_team(const struct ClangPart* clang) {
  enum { kCount = 1000 };
  static int marks[kCount];
#pragma omp parallel
  {
    const struct Answer ours = ask(), theirs = clang->ask();
    CHECK_EQ(memcmp(&ours, &theirs, sizeof ours), 0);
    clang->share_loop(marks, kCount);
    for (int i = 0; i < kCount; i++) CHECK_EQ(marks[i], 1);
#pragma omp barrier
  }
}

// Tasks of one part are children for the other part, too.
static void check_one_kind_of_task(const struct ClangPart* clang) {
  long theirs = 0, ours = 0;
#pragma omp parallel
#pragma omp single
  {
    clang->create_tasks(&theirs, 100);
#pragma omp taskwait
    CHECK_EQ(theirs, 5050);
    for (int i = 1; i <= 100; i++) {
#pragma omp task firstprivate(i) shared(ours)
      {
#pragma omp atomic
        ours += i;
      }
    }
    clang->wait();
    CHECK_EQ(ours, 5050);
#pragma omp taskgroup
    clang->create_tasks(&theirs, 100);
    CHECK_EQ(theirs, 10100);
  }
}

static void check_locks(const struct ClangPart* clang) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  long sum = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel
  for (int i = 0; i < 200; i++) {
    omp_set_lock(&lock);
    sum++;
    omp_unset_lock(&lock);
    clang->add_locked(&lock, &nest, &sum);
  }
  CHECK_EQ(sum, 400L * omp_get_max_threads());
  omp_destroy_nest_lock(&nest);
  omp_destroy_lock(&lock);
}

static void check_icvs(const struct ClangPart* clang) {
  clang->set_num_threads(3);
  CHECK_EQ(omp_get_max_threads(), 3);
  struct Answer answers[kMostThreads];
  CHECK_EQ(region(answers), 3);
  omp_set_num_threads(2);
  CHECK_EQ(clang->ask().max_threads, 2);
  CHECK_EQ(clang->region(answers), 2);
}

void check_one_runtime(const struct ClangPart* clang) {
  check_one_pool(clang);
  check_one_team(clang);
  check_one_kind_of_task(clang);
  check_locks(clang);
  check_icvs(clang);
}
