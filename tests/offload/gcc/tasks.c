// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2 4
// nowait and depend of target constructs of a program that GCC built: other threads wait for the device, in the order
// of the dependences, while the thread that met the constructs goes on.
#include <omp.h>
#include <sched.h>

#include "driver.h"

static void await_kernels(int count) {
  while (kernels_launched(0) < count) sched_yield();
}

// The kernel ends only when this thread lets it: a construct that waited for it would never return.
static void goes_on(void) {
  int x = 1, meanwhile = 0;
#pragma omp parallel
#pragma omp single
  {
    const int launched = kernels_launched(0);
    int own = 20;
#pragma omp target map(tofrom : x) firstprivate(own) nowait
    x += own;
    own = 0;
    await_kernels(launched + 1);
    CHECK_EQ(x, 1);
    meanwhile++;
    let_kernels_end(1);
#pragma omp taskwait
    CHECK_EQ(x, 21);
  }
  CHECK_EQ(meanwhile, 1);
}

static void in_order(void) {
  int x = 0, y = 0;
  let_kernels_end(200);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 50; i++) {
#pragma omp target map(tofrom : x) depend(inout : x) nowait
    x = 2 * x + 1;
#pragma omp task shared(x) depend(inout : x)
    x = x % 1000003;
#pragma omp target map(tofrom : y) depend(inout : y) nowait
    y++;
  }
  CHECK_EQ(y, 50);
  long expected = 0;
  for (int i = 0; i < 50; i++) expected = (2 * expected + 1) % 1000003;
  CHECK_EQ(x, expected);
}

static void data_motion(void) {
  int x[100];
  for (int i = 0; i < 100; i++) x[i] = i;
  let_kernels_end(200);
#pragma omp parallel
#pragma omp single
  {
#pragma omp target enter data map(to : x) depend(out : x) nowait
#pragma omp target map(tofrom : x) depend(inout : x) nowait
    for (int i = 0; i < 100; i++) x[i]++;
#pragma omp target update from(x) depend(inout : x) nowait
#pragma omp taskwait
    CHECK_EQ(x[5], 6);
#pragma omp target exit data map(release : x) depend(inout : x) nowait
#pragma omp taskwait
    CHECK_EQ(omp_target_is_present(x, 0), 0);
  }
}

// A number of teams that is known at run time is in a list that the task has to keep.
static void teams(int wanted) {
  int sum = 0;
  let_kernels_end(1);
#pragma omp parallel
#pragma omp single
  {
#pragma omp target teams num_teams(wanted) thread_limit(wanted) map(tofrom : sum) nowait
    if (omp_get_team_num() == 0) sum = omp_get_num_teams();
#pragma omp taskwait
  }
  CHECK(sum >= 1);
}

int main(int argc, char** argv) {
  CHECK_EQ(omp_get_num_devices(), 1);
  CHECK(argv[0]);
  let_kernels_end(0);
  goes_on();
  in_order();
  data_motion();
  teams(argc + 1);
  return 0;
}
