// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread that waits for device 0 until somebody writes a line to stdin: for waits.py, which looks at it from outside. With a
// tool that observes constructs, or (WAITS=alone) without: then they pass the runtime in a jump.
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "fake_cuda.h"

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_data_t* target_task, ompt_data_t* word, const void* code) {}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  CHECK_EQ(set(ompt_callback_target_emi, (ompt_callback_t)on_target), ompt_set_always);
  return 1;
}

static void finalize(ompt_data_t* data) {}

ompt_start_tool_result_t* ompt_start_tool(unsigned version, const char* runtime) {
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return getenv("WAITS") == NULL ? &result : NULL;
}

static void* end_when_told(void* nothing) {
  while (kernels_launched() == 0 || threads_blocked() == 0) sched_yield();
  puts("waits");
  fflush(stdout);
  getchar();
  let_kernels_end(1);
  return NULL;
}

int main(void) {
  int value = 0;
  pthread_t helper;
  CHECK_EQ(pthread_create(&helper, NULL, end_when_told, NULL), 0);
#pragma omp target map(tofrom : value) device(0)
  value++;
  CHECK_EQ(value, 1);
  pthread_join(helper, NULL);
  return 0;
}
