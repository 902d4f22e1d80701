// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork while other threads hold locks, critical sections and create tasks: the child can still use OpenMP.
#include <omp.h>
#include <sys/wait.h>

#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  for (int round = 0; round < 10; round++) {
    int count = 0;
#pragma omp parallel num_threads(3)
    {
      if (omp_get_thread_num() == 0) {
        pid_t child = fork();
        if (child == 0) {
          alarm(100);
          int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum) schedule(dynamic)
          for (int i = 0; i < 10; i++) {
#pragma omp task
            busy(5);
            sum += i;
          }
          _exit(sum == 45 ? 3 : 4);
        }
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
      } else {
        for (int i = 0; i < 200; i++) {
          omp_set_lock(&lock);
          count++;
          omp_unset_lock(&lock);
#pragma omp critical
          busy(10);
#pragma omp task
          busy(10);
        }
      }
    }
    CHECK_EQ(count, 400);
  }
  return 0;
}
