// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers requests that come now and then, as a server does, or a rank of MPI that blocks until a message is there: all threads
// sleep, then work for some milliseconds.
#include <time.h>

#include "app.h"

// A whole number, so that a sum does not depend on its order.
static unsigned long step(unsigned long request, long i) {
  return mixed(request * 1000003UL + i) >> 32;
}

static unsigned long answer(unsigned long request, long steps) {
  unsigned long sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (long i = 0; i < steps; ++i) sum += step(request, i);
  return sum;
}

static unsigned long answer_alone(unsigned long request, long steps) {
  unsigned long sum = 0;
  for (long i = 0; i < steps; ++i) sum += step(request, i);
  return sum;
}

static void await_request(long ms) {
  const struct timespec pause = {0, ms * 1000000};
  nanosleep(&pause, NULL);
}

int main(int argc, char** argv) {
  const int tiny = is_tiny(argc, argv), requests = tiny ? 3 : 40;
  const long steps = tiny ? 1000 : 4000000, pause_ms = tiny ? 1 : 15;
  int right = 1;
  for (int i = 0; i < requests; ++i) {
    await_request(pause_ms);
    const unsigned long sum = answer(i, steps);
    if (i % 20 == 0) right &= sum == answer_alone(i, steps);
  }
  return ended(argv[0], right);
}
