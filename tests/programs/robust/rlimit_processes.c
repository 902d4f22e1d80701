// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RLIMIT_NPROC leaves room for no or few threads: a smaller team or a message.
//
// threads: 8
// grammar: idle its children are nobody and cannot write the report
#include <omp.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "check.h"

int main(void) {
  for (int limit = 0; limit < 2; limit++) {
    pid_t child = fork();
    if (child == 0) {
      alarm(100);
      if (geteuid() == 0) CHECK_EQ(setgid(65534) | setuid(65534), 0);  // the limit does not hold for root
      struct rlimit processes = {(rlim_t)limit, (rlim_t)limit};
      CHECK_EQ(setrlimit(RLIMIT_NPROC, &processes), 0);
      close(2);
      int size = 0, ran = 0;
#pragma omp parallel reduction(+ : ran)
      {
        ran++;
#pragma omp master
        size = omp_get_num_threads();
      }
      _exit(ran == size && size >= 1 ? 0 : 99);
    }
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) != 99);
  }
  return 0;
}
