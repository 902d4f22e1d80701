// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

__attribute__((noinline)) double plugin_spin(double seconds) {
  const double end = now() + seconds;
  volatile double x = 0;
  while (now() < end) {
    for (int i = 0; i < 100; i++) x += i;
  }
  return x;
}
