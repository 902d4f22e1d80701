// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works in a region, then ends the way argument 1 says. Half a second of work is ten steps of a script where
// time is one, else as much of the machine's time.
#include "steps.h"

#include <omp.h>
#include <signal.h>
#include <sys/wait.h>

#include "clock.h"

enum { kStep = 50, kHalfSecond = 500 };  // ms

__attribute__((noinline)) void work(int threads, int ms) {
  if (steps_script != NULL) {
    for (int passed = 0; passed < ms; passed += kStep) STEP_TOGETHER(threads, kStep);
    return;
  }
  const double end = now() + ms * 1e-3;
  volatile double x = 0;
  while (now() < end) {
    for (int i = 0; i < 1000; i++) x += i;
  }
}

__attribute__((noinline)) void region(int ms) {
#pragma omp parallel num_threads(2)
  work(2, ms);
}

__attribute__((noinline)) static int forked(const char* mode) {
  const pid_t child = fork();
  if (child == 0) {
    work(1, 200);
    if (strcmp(mode, "fork_region") == 0) region(300);
    exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  printf("child %d\n", child);
  region(100);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "return";
  steps_script = steps_find();
  region(strcmp(mode, "exec_storm") == 0 ? 20 : kHalfSecond);
  if (strcmp(mode, "kill") == 0) kill(getpid(), SIGKILL);
  if (strcmp(mode, "abort") == 0) abort();
  if (strcmp(mode, "_exit") == 0) _exit(7);
  if (strcmp(mode, "interrupt") == 0) raise(SIGINT);
  if (strcmp(mode, "segv") == 0) raise(SIGSEGV);
  if (strcmp(mode, "exec") == 0) execl(argv[0], argv[0], "return", NULL);
  if (strcmp(mode, "exec_storm") == 0) {
    const int left = argc > 2 ? atoi(argv[2]) : 30;
    char text[16];
    snprintf(text, sizeof text, "%d", left - 1);
    if (left > 0) execl(argv[0], argv[0], "exec_storm", text, NULL);
  }
  if (strncmp(mode, "fork", 4) == 0) return forked(mode);
  if (strcmp(mode, "exit_in_region") == 0) {
#pragma omp parallel num_threads(2)
    {
      work(2, 100);
      if (omp_get_thread_num() == 1) exit(5);
      AWAIT(0);
    }
  }
  return 0;
}
