// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three quarters of the work in f, one quarter in g, inside a region; prints how the time really split (other
// load on the machine counts too). Argument 1: direct, inline, task or nested.
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"

#define BODY(first, step)                                             \
  double s = first;                                                   \
  for (long i = 0; i < n; i++) s += 1.0 / (first + (double)i * step); \
  return s;

__attribute__((noinline)) double f(long n) {
  BODY(1.0, 0.5)
}
__attribute__((noinline)) double g(long n) {
  BODY(3.0, 0.25)
}
static inline __attribute__((always_inline)) double f_inlined(long n) {
  BODY(1.0, 0.5)
}
static inline __attribute__((always_inline)) double g_inlined(long n) {
  BODY(3.0, 0.25)
}

enum { kF = 600000, kG = 200000 };

static double time_f, time_g, sum;
static volatile int rounds;

static void account(double in_f, double in_g, double value) {
#pragma omp critical
  {
    time_f += in_f;
    time_g += in_g;
    sum += value;
  }
}

__attribute__((noinline)) static void both(void) {
  double a = now(), v = f(kF), b = now();
  v += g(kG);
  account(b - a, now() - b, v);
}

__attribute__((noinline)) static void both_inlined(void) {
  double a = now(), v = f_inlined(kF), b = now();
  v += g_inlined(kG);
  account(b - a, now() - b, v);
}

__attribute__((noinline)) static void in_tasks(void) {
#pragma omp single
  for (int i = 0; i < 2; i++) {
#pragma omp task
    {
      both();
      rounds++;
    }
  }
}

__attribute__((noinline)) static void nested(void) {
#pragma omp parallel num_threads(2)
  both();
  rounds++;  // keeps the call from being a jump
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "direct";
  const double end = now() + 2.5;
  omp_set_max_active_levels(2);
  while (now() < end) {
#pragma omp parallel num_threads(2)
    {
      if (strcmp(mode, "inline") == 0) {
        both_inlined();
      } else if (strcmp(mode, "task") == 0) {
        in_tasks();
      } else if (strcmp(mode, "nested") == 0) {
        nested();
      } else {
        both();
      }
    }
  }
  printf("f %.6f\ng %.6f\nsum %g\n", time_f, time_g, sum);
  return 0;
}
