// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork between regions: child and parent both open regions afterwards, also children of children.
//
// libgomp: the child hangs, it waits for workers that only its parent has.
#include <omp.h>
#include <sys/wait.h>

#include "check.h"

static int team(void) {
  int size = 0;
#pragma omp parallel reduction(+ : size)
  {
#pragma omp barrier
    size++;
  }
  return size;
}

static void family(int generations) {
  CHECK_EQ(team(), omp_get_max_threads());
  if (generations == 0) return;
  pid_t child = fork();
  if (child == 0) {
    family(generations - 1);
    exit(7);
  }
  CHECK_EQ(team(), omp_get_max_threads());
  int status;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  CHECK_EQ(team(), omp_get_max_threads());
}

int main(void) {
  for (int round = 0; round < 5; round++) family(2);
  return 0;
}
