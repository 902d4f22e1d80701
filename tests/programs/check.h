// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The few words that every test program needs: stop at the first wrong result and say where and what it was.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Leaves at once, without exit handlers: the failing thread may be anywhere inside a region.
static inline void check_leave(void) {
  fflush(stderr);
  _exit(1);
}

static inline void check_true(const char* file, int line, const char* text, int holds) {
  if (holds) return;
  fprintf(stderr, "%s:%d: not true: %s\n", file, line, text);
  check_leave();
}

static inline void check_equal(const char* file, int line, const char* text, long long actual,
                               long long expected) {
  if (actual == expected) return;
  fprintf(stderr, "%s:%d: %s is %lld, expected %lld\n", file, line, text, actual, expected);
  check_leave();
}

#define CHECK(condition) check_true(__FILE__, __LINE__, #condition, !!(condition))
#define CHECK_EQ(actual, expected) \
  check_equal(__FILE__, __LINE__, #actual, (long long)(actual), (long long)(expected))

// Some work that the compiler cannot remove, so that threads overlap.
static inline void busy(int rounds) {
  for (volatile int i = 0; i < rounds; i++) continue;
}
