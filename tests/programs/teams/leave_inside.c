// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit and fork inside a team, whichever thread runs it.
//
// threads: 1 4
#include <omp.h>
#include <sys/wait.h>

#include "check.h"

static void expect_exit(pid_t child, int wanted) {
  int status = 0;
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), wanted);
}

static void exit_in_team(int team) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(100);
#pragma omp teams num_teams(4)
    {
      busy(50000);
      if (omp_get_team_num() == team) exit(40 + team);
      busy(50000);
    }
    _exit(1);
  }
  expect_exit(child, 40 + team);
}

static void fork_in_team(int team) {
  int ran = 0;
#pragma omp teams num_teams(4) reduction(+ : ran)
  {
    busy(50000);
    ran++;
    if (omp_get_team_num() == team) {
      const pid_t child = fork();
      if (child == 0) {
        alarm(100);
        int size = 0;
#pragma omp parallel num_threads(3) reduction(+ : size)
        size++;
        _exit(size >= 1 && size <= 3 ? 7 : 1);
      }
      expect_exit(child, 7);
    }
  }
  CHECK_EQ(ran, 4);
}

// The child goes on: the encountering thread may get to the end of the league, others end there.
static void leave_with_child(void) {
  fflush(stdout);
  pid_t child = -1;
#pragma omp teams num_teams(3)
  if (omp_get_team_num() == 0) {
    busy(100000);
    child = fork();
    if (child == 0) alarm(100);
  }
  if (child == 0) _exit(9);
  expect_exit(child, 9);
}

int main(void) {
  for (int team = 0; team < 4; team++) {
    exit_in_team(team);
    fork_in_team(team);
    leave_with_child();
  }
  return 0;
}
