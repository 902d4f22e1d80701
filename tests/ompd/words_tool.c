// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OMPT tool that only marks what it sees: each data word says what kind of object it belongs to.
#include <omp-tools.h>

#include "words_tool.h"

static void on_thread_begin(ompt_thread_t kind, ompt_data_t* thread) {
  (void)kind;
  thread->value = WORD_OF_THREAD;
}

static void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* parallel,
                              unsigned int requested, int flags, const void* code) {
  (void)task, (void)frame, (void)requested, (void)flags, (void)code;
  parallel->value = WORD_OF_REGION;
}

static void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                             unsigned int threads, unsigned int index, int flags) {
  (void)parallel, (void)threads, (void)index, (void)flags;
  if (endpoint == ompt_scope_begin) task->value = WORD_OF_IMPLICIT_TASK;
}

static void on_task_create(ompt_data_t* parent, const ompt_frame_t* frame, ompt_data_t* task, int flags,
                           int dependences, const void* code) {
  (void)parent, (void)frame, (void)flags, (void)dependences, (void)code;
  task->value = WORD_OF_TASK;
}

static int start(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  (void)device, (void)data;
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_thread_begin, (ompt_callback_t)on_thread_begin);
  set(ompt_callback_parallel_begin, (ompt_callback_t)on_parallel_begin);
  set(ompt_callback_implicit_task, (ompt_callback_t)on_implicit_task);
  set(ompt_callback_task_create, (ompt_callback_t)on_task_create);
  return 1;
}

static void finish(ompt_data_t* data) {
  (void)data;
}

ompt_start_tool_result_t* ompt_start_tool(unsigned int version, const char* runtime) {
  static ompt_start_tool_result_t tool = {start, finish, {0}};
  (void)version, (void)runtime;
  return &tool;
}
