// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork from a task, by whichever thread runs it, while other tasks wait and run elsewhere: the child has only
// the forking thread and what that is in the middle of. The primary thread leaves task, group and region, and
// makes new ones; a worker ends with its task, and the process with it.
#include <omp.h>
#include <sys/wait.h>

#include "check.h"

static pid_t parent;
static int child_of_mine(void) {
  return getpid() != parent;
}

static int tasks_of_a_new_region(void) {
  int done = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 20; i++) {
#pragma omp task shared(done)
    {
#pragma omp atomic
      done++;
    }
  }
  return done;
}

static void fork_here(void) {
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(100);
    int own = 0;
#pragma omp task shared(own)
    own = 1;
#pragma omp taskwait
    CHECK_EQ(own, 1);
    return;
  }
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), omp_get_thread_num() == 0 ? 9 : 0);
}

static void round_of_tasks(int forking) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    for (int i = 0; i < 40; i++) {
#pragma omp task firstprivate(i)
      {
        busy(1000);
        if (i == forking) fork_here();
      }
    }
    for (int i = 0; i < 10; i++) {
#pragma omp task
      busy(100);
    }
#pragma omp taskwait
  }
}

int main(void) {
  parent = getpid();
  for (int forking = 0; forking < 40; forking += 7) {
    round_of_tasks(forking);
    int done = tasks_of_a_new_region();
    if (child_of_mine()) _exit(done == 20 ? 9 : 1);
    CHECK_EQ(done, 20);
  }
  return 0;
}
