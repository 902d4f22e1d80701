// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 12
// grammar: no it brings a tool of its own
// A tool whose thread-end callback is slow, one thread at a time: the process ends only when all have told
// it.
#include <omp-tools.h>
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"
#include "own_tool.h"

enum { kThreads = 12, kMicroseconds = 250000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int begun, ended;  // workers; ended: under lock

static void on_thread_begin(ompt_thread_t type, ompt_data_t* data) {
  data->value = type;
  if (type == ompt_thread_worker) __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
}

static void on_thread_end(ompt_data_t* data) {
  if (data->value != ompt_thread_worker) return;
  pthread_mutex_lock(&lock);
  usleep(kMicroseconds);
  ended++;
  pthread_mutex_unlock(&lock);
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_thread_begin, (ompt_callback_t)on_thread_begin);
  set(ompt_callback_thread_end, (ompt_callback_t)on_thread_end);
  return 1;
}

static void finalize(ompt_data_t* data) {
  (void)data;
  CHECK_EQ(begun, kThreads - 1);
  CHECK_EQ(ended, kThreads - 1);
}

int main(void) {
  int ran = 0;
  omp_set_dynamic(0);
#pragma omp parallel num_threads(kThreads) reduction(+ : ran)
  ran++;
  CHECK_EQ(ran, kThreads);
  return 0;
}
