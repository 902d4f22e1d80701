// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waits of which a debugger has to find out more than the thread's state says. Each situation has one thread
// that the others wait for; it says "fact LWP KEY VALUE" and "ready" as the program of tests/ompd does, and
// stays.
#include <omp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kMost = 3 };

static atomic_long g_waiters[kMost];
static omp_lock_t g_lock;
static pthread_mutex_t g_mutex = PTHREAD_MUTEX_INITIALIZER;

static bool sleeps_in_futex(long thread) {
  char path[64];
  long call = -1;
  snprintf(path, sizeof path, "/proc/self/task/%ld/syscall", thread);
  FILE* file = fopen(path, "r");
  if (file == NULL) return false;
  if (fscanf(file, "%ld", &call) != 1) call = -1;
  fclose(file);
  return call == SYS_futex;
}

// The caller is about to wait for the thread that calls stay_with.
static void wait_soon(void) {
  atomic_store(&g_waiters[omp_get_thread_num()], syscall(SYS_gettid));
}

static void await_waiters(int number) {
  while (atomic_load(&g_waiters[number]) == 0 || !sleeps_in_futex(atomic_load(&g_waiters[number])))
    usleep(1000);
}

static void say_ready(void) {
  printf("fact %ld acts 1\n", syscall(SYS_gettid));
  printf("ready\n");
  fflush(stdout);
}

static void stay(void) {
  for (;;) usleep(50000);
}

// gdb takes the name of that section's lock for one of Ada's.
static void critical(void) {
  atomic_bool held = false;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(B)
      {
        atomic_store(&held, true);
        await_waiters(1);
        say_ready();
        stay();
      }
    } else {
      while (!atomic_load(&held)) usleep(1000);
      wait_soon();
#pragma omp critical(B)
      stay();
    }
  }
}

static void copies(void) {
  int value = 0;
  atomic_bool taken = false;
#pragma omp parallel num_threads(2) firstprivate(value)
  {
    if (omp_get_thread_num() == 1) {
      while (!atomic_load(&taken)) usleep(1000);
      wait_soon();
    }
#pragma omp single copyprivate(value)
    {
      atomic_store(&taken, true);
      await_waiters(1);
      value = 1;
      say_ready();
      stay();
    }
  }
}

static void ordered(void) {
#pragma omp parallel for ordered schedule(static, 1) num_threads(3)
  for (int i = 0; i < 3; ++i) {
    if (i > 0) wait_soon();
#pragma omp ordered
    {
      await_waiters(1);
      await_waiters(2);
      say_ready();
      stay();
    }
  }
}

// Each holds what the other one wants, and one of the two is no lock of OpenMP's.
static void mutex(void) {
  atomic_int held = 0;
  omp_init_lock(&g_lock);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      omp_set_lock(&g_lock);
      atomic_fetch_add(&held, 1);
      while (atomic_load(&held) < 2) usleep(1000);
      await_waiters(1);
      say_ready();
      pthread_mutex_lock(&g_mutex);
      atomic_fetch_add(&held, 1);
    } else {
      pthread_mutex_lock(&g_mutex);
      atomic_fetch_add(&held, 1);
      while (atomic_load(&held) < 2) usleep(1000);
      wait_soon();
      omp_set_lock(&g_lock);
      atomic_fetch_add(&held, 1);
    }
  }
}

int main(int argc, char** argv) {
  static const struct {
    const char* name;
    void (*run)(void);
  } kSituations[] = {{"critical", critical}, {"copies", copies}, {"ordered", ordered}, {"mutex", mutex}};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);  // where only parents may attach
  for (size_t i = 0; argc == 2 && i < sizeof kSituations / sizeof *kSituations; ++i)
    if (strcmp(argv[1], kSituations[i].name) == 0) kSituations[i].run();
  return 2;
}
