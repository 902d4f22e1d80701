// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A loop's iterations as marks: each must have run exactly once.
#pragma once

#include <string.h>

#include "check.h"

enum { kMostMarks = 100000 };
static int marks[kMostMarks];

static inline void clear_marks(void) {
  memset(marks, 0, sizeof marks);
}

static inline void mark(long i) {
  CHECK(i >= 0 && i < kMostMarks);
#pragma omp atomic
  marks[i]++;
}

static inline void check_marks(long count) {
  for (long i = 0; i < kMostMarks; i++) {
    if (marks[i] == (i < count)) continue;
    fprintf(stderr, "of %ld iterations, number %ld ran %d times\n", count, i, marks[i]);
    check_leave();
  }
  clear_marks();
}
