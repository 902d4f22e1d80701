// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: about how LLVM's compilers pass tasks
// Depend lists as LLVM's compilers pass them, with little and with much data behind the record, and longer
// than what fits behind it; all kinds; undeferred tasks; a taskwait for some of them.
#include <omp.h>
#include <string.h>

#include "check.h"

enum { kRounds = 20, kMany = 100, kLarge = 1000 };

typedef struct {
  int words[kLarge];
} Large;

// Each task finds what the one before has left.
static void chain(void) {
  int value = 0, cells[kMany] = {0};
  Large large;
  memset(&large, 0, sizeof large);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kMany; i++) {
    large.words[i] = i;
    if (i % 3 == 0) {
#pragma omp task depend(out : value) firstprivate(large, i) shared(value, cells)
      {
        CHECK_EQ(large.words[i], i);
        CHECK_EQ(value, i);
        cells[i] = value++;
      }
    } else if (i % 3 == 1) {
#pragma omp task depend(inout : value, cells[i]) firstprivate(i) shared(value, cells)
      {
        CHECK_EQ(value, i);
        cells[i] = value++;
      }
    } else {
#pragma omp task depend(in                           \
                        : cells[i - 1]) depend(inout \
                                               : value) firstprivate(i) shared(value, cells) if (i % 2)
      {
        CHECK_EQ(cells[i - 1], i - 1);
        cells[i] = value++;
      }
    }
  }
  for (int i = 0; i < kMany; i++) CHECK_EQ(cells[i], i);
}

// One task waits for many, and many for one, on a list longer than any block has room for.
static void fan(void) {
  int cells[kMany] = {0}, sum = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kMany; i++) {
#pragma omp task depend(out : cells[i]) shared(cells)
      {
        busy(200);
        cells[i] = i;
      }
    }
#pragma omp task depend(iterator(j = 0 : kMany), in : cells[j]) shared(cells, sum) depend(out : sum)
    for (int i = 0; i < kMany; i++) sum += cells[i];
    for (int i = 0; i < kMany; i++) {
#pragma omp task depend(in : sum) shared(sum, seen)
      {
        CHECK_EQ(sum, kMany * (kMany - 1) / 2);
#pragma omp atomic
        seen++;
      }
    }
  }
  CHECK_EQ(seen, kMany);
}

// Neither set needs an order inside; mutexinoutset tasks exclude each other.
static void sets(void) {
  int value = 0, inside = 0, others = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : value) shared(value)
    {
      busy(2000);
      value = 1;
    }
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(mutexinoutset : value) shared(value, inside)
      {
        int now;
#pragma omp atomic capture
        now = ++inside;
        CHECK_EQ(now, 1);
        value++;
        busy(100);
#pragma omp atomic
        inside--;
      }
    }
#pragma omp task depend(in : value) shared(value)
    CHECK_EQ(value, 21);
    for (int i = 0; i < 20; i++) {
#pragma omp task depend(inoutset : value) shared(value, others)
      {
        CHECK_EQ(value, 21);
#pragma omp atomic
        others++;
      }
    }
#pragma omp task depend(inout : omp_all_memory) shared(others)
    CHECK_EQ(others, 20);
#pragma omp task depend(in : others) shared(value, others)
    value = others;
#pragma omp taskwait depend(in : others)
#pragma omp taskwait
    CHECK_EQ(value, 20);
  }
}

static void waits(void) {
  int first = 0, second = 0;
  volatile int go = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : first) shared(first)
    first = 1;
#pragma omp task depend(out : second) shared(second, go)
    {
      while (omp_get_num_threads() > 1 && !go) busy(100);
      second = 1;
    }
#pragma omp taskwait depend(in : first)
    CHECK_EQ(first, 1);
#pragma omp task if (0) depend(in : first) shared(first)
    first++;
    CHECK_EQ(first, 2);
    go = 1;
#pragma omp taskwait depend(iterator(i = 0 : 1), in : *(&second + i))
    CHECK_EQ(second, 1);
  }
}

int main(void) {
  for (int round = 0; round < kRounds; round++) {
    chain();
    fan();
    sets();
    waits();
  }
  return 0;
}
