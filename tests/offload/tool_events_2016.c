// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// The same library's device under the OMPT report of 2016, whose tools name regions by ids.
#include <omp.h>
#include <ompt-2016.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

static char told[400];
static ompt_target_id_t region;

static void note(const char* word) {
  CHECK(strlen(told) + strlen(word) + 2 < sizeof told);
  strcat(told, word);
  strcat(told, " ");
}

static void on_target(int32_t device, ompt_target_type_t type, ompt_task_id_t task,
                      ompt_scope_endpoint_t endpoint, ompt_target_id_t target, const void* code) {
  CHECK_EQ(device, 0);
  CHECK(omp_get_initial_device() != 0);
  CHECK(target != 0);
  if (endpoint == ompt_scope_begin) region = target;
  CHECK_EQ(target, region);
  note(endpoint == ompt_scope_begin ? "target(" : ")");
}

static void on_data(ompt_target_id_t target, ompt_target_id_t operation, ompt_target_data_op_t type,
                    void* host, void* device, size_t bytes) {
  if (region == 0) return;  // the library prepares its devices
  CHECK_EQ(target, region);
  CHECK(operation != 0);
  switch (type) {
    case ompt_target_data_alloc:
      return note("alloc");
    case ompt_target_data_transfer_to_dev:
      return note("to");
    case ompt_target_data_transfer_from_dev:
      return note("from");
    case ompt_target_data_delete:
      return note("delete");
  }
}

static void on_submit(ompt_target_id_t target, ompt_target_id_t operation, uint32_t requested,
                      uint32_t granted) {
  CHECK_EQ(target, region);
  note("submit");
}

static void initialize(ompt_function_lookup_t lookup, const char* version, unsigned ompt_version) {
  const ompt_set_callback_fn_t set = (ompt_set_callback_fn_t)lookup("ompt_set_callback");
  CHECK(set(ompt_event_target, (ompt_callback_t)on_target));
  CHECK(set(ompt_event_target_data, (ompt_callback_t)on_data));
  CHECK(set(ompt_event_target_submit, (ompt_callback_t)on_submit));
}

__attribute__((visibility("default"))) ompt_initialize_fn_t ompt_tool(void) {
  return initialize;
}

static void expect(const char* wanted) {
  if (strcmp(told, wanted) != 0) {
    fprintf(stderr, "told:     %s\nexpected: %s\n", told, wanted);
    check_leave();
  }
  told[0] = 0;
}

int main(void) {
  int data[100] = {0};
#pragma omp target map(tofrom : data)
  data[0] = 1;
  expect("target( alloc to submit from delete ) ");
#pragma omp target nowait map(tofrom : data)
  data[0]++;
#pragma omp taskwait
  expect("target( alloc to submit from delete ) ");
  CHECK_EQ(data[0], 2);
  return 0;
}
