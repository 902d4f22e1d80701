// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OMP_STACKSIZE gives the workers stacks of at least that size.
//
// env: OMP_STACKSIZE=24M
#define _GNU_SOURCE
#include <omp.h>
#include <pthread.h>
#include <string.h>

#include "check.h"

static int deep(int depth) {
  volatile char frame[64 * 1024];
  frame[0] = (char)depth;
  frame[sizeof frame - 1] = 1;
  return depth ? deep(depth - 1) + frame[0] * 0 + frame[sizeof frame - 1] : 0;
}

int main(void) {
#pragma omp parallel
  {
    if (omp_get_thread_num() > 0) {  // the primary thread's stack is the process's
      pthread_attr_t attributes;
      size_t size;
      pthread_getattr_np(pthread_self(), &attributes);
      pthread_attr_getstacksize(&attributes, &size);
      pthread_attr_destroy(&attributes);
      CHECK(size >= 24u << 20);
      CHECK_EQ(deep(320), 320);  // 20 MiB
    }
  }
  return 0;
}
