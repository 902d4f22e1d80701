/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the programs share, C and C++: how they check their own results, and how they talk to the checking
 * tool. */
#pragma once

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Not every runtime has it, nor every compiler's omp.h. */
int omp_control_tool(int command, int modifier, void* argument) __attribute__((weak));

#ifdef __cplusplus
}
#endif

static volatile int sink; /* keeps what it is given alive */

/* Ends the program with a message if something is wrong with its own results. */
static inline void check(int good, const char* what) {
  sink = 0;
  if (good) return;
  fprintf(stderr, "wrong result: %s\n", what);
  exit(1);
}

/* Tells the checking tool what a routine answered (tool/told.h). */
static inline void tell(int what, int answer) {
  if (omp_control_tool) omp_control_tool(what, answer, 0);
}
