// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// env: OMP_TARGET_OFFLOAD=mandatory
// threads: 1 2
// What an OMPT tool is told of a target task whose kernel goes on by itself: what the library does when the
// kernel has ended is that task's, whatever thread finds out.
#include <omp-tools.h>
#include <omp.h>
#include <sched.h>
#include <string.h>

#include "check.h"
#include "fake_cuda.h"
#include "own_tool.h"

enum { kMostWords = 100, kOfTarget = 4711 };

static char told[kMostWords * 8];  // by one thread after the other
static uint64_t wanted_task;       // word of the target task

static void note(const char* word) {
  CHECK(strlen(told) + strlen(word) + 2 < sizeof told);
  strcat(told, word);
  strcat(told, " ");
}

static void check_task(const ompt_data_t* target_task) {
  CHECK(target_task != NULL);
  CHECK_EQ(target_task->value, wanted_task);
}

static void on_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                      int dependences, const void* code) {
  if ((flags & ompt_task_target) == 0) return;
  created->value = ++wanted_task;
}

static void on_schedule(ompt_data_t* task, ompt_task_status_t status, ompt_data_t* next) {
  if (status == ompt_task_detach) note("detach");
  if (status == ompt_task_late_fulfill) note("landed");
  if (status == ompt_task_detach || status == ompt_task_late_fulfill) check_task(task);
}

static void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                      ompt_data_t* target_task, ompt_data_t* word, const void* code) {
  CHECK_EQ(kind, ompt_target_nowait);
  CHECK_EQ(device, 0);
  check_task(target_task);
  if (endpoint == ompt_scope_begin) word->value = kOfTarget;
  CHECK_EQ(word->value, kOfTarget);
  note(endpoint == ompt_scope_begin ? "nowait(" : ")");
}

static const char* name_of(ompt_target_data_op_t kind) {
  switch (kind) {
    case ompt_target_data_alloc:
      return "alloc";
    case ompt_target_data_transfer_to_device:
      return "to";
    case ompt_target_data_transfer_from_device:
      return "from";
    case ompt_target_data_delete:
      return "delete";
    default:
      return "operation?";
  }
}

// The word of a region whose end has been told is the tool's no more.
static void on_operation(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* word,
                         ompt_id_t* operation, ompt_target_data_op_t kind, void* source, int source_device,
                         void* destination, int destination_device, size_t bytes, const void* code) {
  if (wanted_task == 0) return;  // the library prepares its device
  check_task(target_task);
  CHECK(code != NULL);
  CHECK_EQ(word->value, kind == ompt_target_data_delete ? 0 : kOfTarget);
  if (endpoint == ompt_scope_end) note(name_of(kind));
}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_task_create, (ompt_callback_t)on_create);
  set(ompt_callback_task_schedule, (ompt_callback_t)on_schedule);
  set(ompt_callback_target_emi, (ompt_callback_t)on_target);
  set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_operation);
  return 1;
}

static void finalize(ompt_data_t* data) {}

static void expect(const char* wanted) {
  if (strcmp(told, wanted) != 0) {
    fprintf(stderr, "told:     %s\nexpected: %s\n", told, wanted);
    check_leave();
  }
  told[0] = 0;
}

int main(void) {
  int value = 0;
  for (int i = 1; i <= 3; i++) {
    const int before = kernels_launched();
#pragma omp target nowait map(tofrom : value)
    value++;
    while (kernels_launched() == before) sched_yield();
    let_kernels_end(1);
#pragma omp taskwait
    CHECK_EQ(value, i);
    expect("nowait( alloc to from ) detach delete landed ");
  }
  return 0;
}
