// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// The engine reads the program's environment and binds threads when it is loaded: neither is to be seen. Run again with
// settings: the thread that asks for a device first keeps its processors, and the table of settings comes once.
#include "driver.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>

#include "env/again.h"

static int count(const char* text) {
  int found = 0;
  for (const char* at = printed; (at = strstr(at, text)); at++) found++;
  return found;
}

static void ask(void) {
  int x = 1;
  cpu_set_t before, after;  // the runtime itself may have bound the thread already
  CHECK_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CHECK_EQ(omp_get_num_devices(), expected_devices());
#pragma omp target map(tofrom : x)
  x++;
  CHECK_EQ(x, 2);
  CHECK_EQ(kernels_launched(0) > 0, expected_devices() > 0);
  CHECK_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  CHECK(CPU_EQUAL(&before, &after));
}

static void* ask_first(void* unused) {
  omp_get_max_threads();
  ask();
  return unused;
}

static void ask_on_thread(void) {
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, ask_first, NULL), 0);
  CHECK_EQ(pthread_join(thread, NULL), 0);
}

static int again(const char* mode) {
  const char* const shown = getenv("OMP_DISPLAY_ENV");
  if (strcmp(mode, "thread") == 0)
    ask_on_thread();
  else
    omp_get_max_threads(), ask();
  CHECK(getenv("OMP_DISPLAY_ENV") == shown);
  return 0;
}

int main(int argc, char** argv) {
  if (argc > 1) return again(argv[1]);
  static const char* const kSettings[] = {
      "OMP_PROC_BIND=true",   "OMP_PROC_BIND=close",     "OMP_PLACES={0}",       "GOMP_CPU_AFFINITY=0",
      "OMP_DISPLAY_ENV=true", "OMP_DISPLAY_ENV=verbose", "OMP_WAIT_POLICY=lazy", "OMP_NUM_THREADS=nobody"};
  for (size_t i = 0; i < sizeof kSettings / sizeof *kSettings; i++) {
    const char* settings[] = {kSettings[i], NULL};
    for (int thread = 0; thread < 2; thread++) {
      CHECK_EQ(run_again(thread ? "thread" : "main", settings), 0);
      CHECK_EQ(count("ENVIRONMENT BEGIN"), strncmp(kSettings[i], "OMP_DISPLAY", 11) == 0);
      CHECK(!strstr(printed, "libgomp:"));
    }
  }
  return 0;
}
