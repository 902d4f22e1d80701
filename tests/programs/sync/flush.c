// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flush, with and without list and memory order, and atomics with acquire and release: messages pass between
// threads.
#include <omp.h>

#include "check.h"

static long data_word, flag;

static void publish(long round) {
  data_word = round * 3;
  if (round % 3 == 0) {
#pragma omp flush
#pragma omp atomic write
    flag = round;
  } else if (round % 3 == 1) {
#pragma omp flush release
#pragma omp atomic write relaxed
    flag = round;
  } else {
#pragma omp atomic write release
    flag = round;
  }
}

static long current(long round) {
  long seen;
  if (round % 2) {
#pragma omp atomic read
    seen = flag;
#pragma omp flush acquire
#pragma omp flush(flag, data_word)
  } else {
#pragma omp atomic read acquire
    seen = flag;
  }
  return seen;
}

int main(void) {
  int waiting = 0;
#pragma omp parallel num_threads(2)
  {
    for (long round = 1; round <= 200; round++) {
      if (omp_get_thread_num() == 0) {
        publish(round);
        int answered = 0;
        while (!answered) {
#pragma omp atomic read
          answered = waiting;
          if (!answered) usleep(1);
        }
#pragma omp atomic write
        waiting = 0;
      } else if (omp_get_num_threads() > 1) {
        while (current(round) != round) usleep(1);
        CHECK_EQ(data_word, round * 3);
#pragma omp atomic write seq_cst
        waiting = 1;
        int taken = 1;
        while (taken) {
#pragma omp atomic read
          taken = waiting;
          if (taken) usleep(1);
        }
      }
    }
  }
#pragma omp flush acq_rel
#pragma omp flush seq_cst
  CHECK_EQ(flag, 200);
  return 0;
}
