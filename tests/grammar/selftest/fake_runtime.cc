// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fake_runtime.h"

#include <string.h>

namespace fake {

Answers answers;
ompt_callback_t callbacks[ompt_callback_error + 1];

namespace {

constexpr int kStates[] = {ompt_state_work_serial, ompt_state_work_parallel, ompt_state_wait_taskwait,
                           ompt_state_wait_barrier_implicit_parallel, ompt_state_wait_barrier_explicit};
constexpr int kStateCount = sizeof kStates / sizeof kStates[0];

int enumerate_states(int current, int* next, const char** name) {
  int at = 0;
  while (at < kStateCount && kStates[at] != current) ++at;
  at = current == ompt_state_undefined ? 0 : at + 1;
  if (answers.endless_states) at = 0;
  if (at >= kStateCount) return 0;
  *next = kStates[at];
  *name = answers.nameless_state ? nullptr : "ompt_state_of_some_kind";
  return 1;
}

int enumerate_mutex_impls(int current, int* next, const char** name) {
  if (current != ompt_mutex_impl_none && !answers.endless_impls) return 0;
  *next = current + 1;
  *name = "fake";
  return 1;
}

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  callbacks[event] = callback;
  return event == answers.weak_event ? answers.weak_answer : ompt_set_always;
}

int get_callback(ompt_callbacks_t event, ompt_callback_t* callback) {
  *callback = answers.forgets_callbacks ? nullptr : callbacks[event];
  return *callback != nullptr;
}

ompt_data_t* get_thread_data() {
  return answers.thread_data;
}

int get_num_procs() {
  return kProcs;
}

int get_num_places() {
  return kPlaces;
}

int fill(int count, int size, int* list) {
  int fits = answers.writes_too_much ? size + 1 : size;
  for (int i = 0; fits >= count && size > 0 && i < count; ++i) list[i] = i;
  return count;
}

int get_place_proc_ids(int, int size, int* ids) {
  return fill(kProcs, size, ids);
}

int get_place_num() {
  return 0;
}

int get_partition_place_nums(int size, int* nums) {
  return fill(kPlaces, size, nums);
}

int get_proc_id() {
  return 0;
}

int get_state(ompt_wait_id_t* wait) {
  if (wait != nullptr) *wait = ompt_wait_id_none;
  return answers.state;
}

int get_parallel_info(int level, ompt_data_t** region, int* size) {
  if (level != 0) return 0;
  *region = answers.region;
  *size = answers.region_size;
  return 2;
}

int get_task_info(int level, int* flags, ompt_data_t** task, ompt_frame_t**, ompt_data_t**, int*) {
  if (level != 0) return 0;
  if (flags != nullptr) *flags = answers.task_flags;
  if (task != nullptr) *task = answers.task;
  return 2;
}

int get_task_memory(void**, size_t* size, int) {
  *size = 0;
  return 0;
}

int get_target_info(uint64_t*, ompt_id_t*, ompt_id_t*) {
  return answers.in_target;
}

int get_num_devices() {
  return 0;
}

uint64_t get_unique_id() {
  static uint64_t last = 0;
  return answers.same_unique_id ? 1 : ++last;
}

void finalize_tool() {}

}  // namespace

ompt_interface_fn_t lookup(const char* name) {
  static const struct {
    const char* name;
    ompt_interface_fn_t function;
  } kTable[] = {
      {"ompt_enumerate_states", reinterpret_cast<ompt_interface_fn_t>(enumerate_states)},
      {"ompt_enumerate_mutex_impls", reinterpret_cast<ompt_interface_fn_t>(enumerate_mutex_impls)},
      {"ompt_set_callback", reinterpret_cast<ompt_interface_fn_t>(set_callback)},
      {"ompt_get_callback", reinterpret_cast<ompt_interface_fn_t>(get_callback)},
      {"ompt_get_thread_data", reinterpret_cast<ompt_interface_fn_t>(get_thread_data)},
      {"ompt_get_num_procs", reinterpret_cast<ompt_interface_fn_t>(get_num_procs)},
      {"ompt_get_num_places", reinterpret_cast<ompt_interface_fn_t>(get_num_places)},
      {"ompt_get_place_proc_ids", reinterpret_cast<ompt_interface_fn_t>(get_place_proc_ids)},
      {"ompt_get_place_num", reinterpret_cast<ompt_interface_fn_t>(get_place_num)},
      {"ompt_get_partition_place_nums", reinterpret_cast<ompt_interface_fn_t>(get_partition_place_nums)},
      {"ompt_get_proc_id", reinterpret_cast<ompt_interface_fn_t>(get_proc_id)},
      {"ompt_get_state", reinterpret_cast<ompt_interface_fn_t>(get_state)},
      {"ompt_get_parallel_info", reinterpret_cast<ompt_interface_fn_t>(get_parallel_info)},
      {"ompt_get_task_info", reinterpret_cast<ompt_interface_fn_t>(get_task_info)},
      {"ompt_get_task_memory", reinterpret_cast<ompt_interface_fn_t>(get_task_memory)},
      {"ompt_get_target_info", reinterpret_cast<ompt_interface_fn_t>(get_target_info)},
      {"ompt_get_num_devices", reinterpret_cast<ompt_interface_fn_t>(get_num_devices)},
      {"ompt_get_unique_id", reinterpret_cast<ompt_interface_fn_t>(get_unique_id)},
      {"ompt_finalize_tool", reinterpret_cast<ompt_interface_fn_t>(finalize_tool)},
  };
  if (answers.missing == name) return nullptr;
  for (const auto& entry : kTable) {
    if (strcmp(entry.name, name) == 0) return entry.function;
  }
  return answers.knows_all_names ? reinterpret_cast<ompt_interface_fn_t>(finalize_tool) : nullptr;
}

}  // namespace fake
