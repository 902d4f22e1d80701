// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of ever other sizes and contents, one right after the other: whoever is still leaving the last one
// must not be taken for a member of the next.
#include <omp.h>
#include <unistd.h>

#include "check.h"

static unsigned state = 1;

// The same sequence each time.
static int choose(int choices) {
  state = state * 1664525u + 1013904223u;
  return (int)(state >> 16) % choices;
}

static int fibonacci(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void tasks_at_the_end(int threads) {
  int done = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single nowait
  for (int i = 0; i < 20; i++) {
#pragma omp task
#pragma omp atomic
    done++;
  }
  CHECK_EQ(done, 20);
}

// The outer tasks end before their children.
static void orphans(int threads) {
  int done = 0, team = 0;
#pragma omp parallel num_threads(threads) reduction(+ : team)
  {
    team += 1;
#pragma omp task
    {
#pragma omp task
#pragma omp atomic
      done++;
    }
  }
  CHECK_EQ(done, team);
}

static void nested(int outer, int inner) {
  int members = 0, expected = 0;
#pragma omp parallel num_threads(outer) reduction(+ : members, expected)
  {
    int size = 0;
#pragma omp parallel num_threads(inner) reduction(+ : members)
    {
      members += 1;
#pragma omp single
      size = omp_get_num_threads();
    }
    expected += size;
  }
  CHECK_EQ(members, expected);
}

static void recursion(int threads) {
  int result = 0;
#pragma omp parallel num_threads(threads)
#pragma omp single
  result = fibonacci(7);
  CHECK_EQ(result, 13);
}

static void league(int teams) {
  int members = 0;
#pragma omp teams num_teams(teams) reduction(+ : members)
#pragma omp parallel num_threads(2) reduction(+ : members)
  members += 1;
  CHECK(members >= 1 && members <= 2 * teams);
}

static void loop_and_pause(int threads) {
  int sum = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 30; i++) sum += i;
  CHECK_EQ(sum, 435);
  if (choose(16) == 0) usleep(2000);  // long enough for the members to fall asleep
}

int main(void) {
  omp_set_max_active_levels(2);
  omp_set_dynamic(0);
  for (int round = 0; round < 300; round++) {
    const int threads = 1 + choose(9), inner = 1 + choose(4);
    switch (choose(6)) {
      case 0:
        tasks_at_the_end(threads);
        break;
      case 1:
        orphans(threads);
        break;
      case 2:
        nested(threads, inner);
        break;
      case 3:
        recursion(threads);
        break;
      case 4:
        league(inner);
        break;
      default:
        loop_and_pause(threads);
        break;
    }
  }
  return 0;
}
