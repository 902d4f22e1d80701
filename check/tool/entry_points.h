// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime's entry points (OpenMP 5.1, 4.6.1), all in one table: what lookup knows under which name.
#pragma once

#include <omp-tools.h>

#include <string.h>

#include <cstddef>

namespace limpid::check {

// Null where the runtime has none.
struct EntryPoints {
  ompt_enumerate_states_t enumerate_states;
  ompt_enumerate_mutex_impls_t enumerate_mutex_impls;
  ompt_set_callback_t set_callback;
  ompt_get_callback_t get_callback;
  ompt_get_thread_data_t thread_data;
  ompt_get_num_procs_t num_procs;
  ompt_get_num_places_t num_places;
  ompt_get_place_proc_ids_t place_ids;
  ompt_get_place_num_t place_num;
  ompt_get_partition_place_nums_t partition;
  ompt_get_proc_id_t proc_id;
  ompt_get_state_t state;
  ompt_get_parallel_info_t parallel_info;
  ompt_get_task_info_t task_info;
  ompt_get_task_memory_t task_memory;
  ompt_get_target_info_t target_info;
  ompt_get_num_devices_t num_devices;
  ompt_get_unique_id_t unique_id;
  ompt_finalize_tool_t finalize_tool;
};

// Names in the order of the members.
inline constexpr const char* kEntryPointNames[] = {"ompt_enumerate_states",  "ompt_enumerate_mutex_impls",
                                                   "ompt_set_callback",      "ompt_get_callback",
                                                   "ompt_get_thread_data",   "ompt_get_num_procs",
                                                   "ompt_get_num_places",    "ompt_get_place_proc_ids",
                                                   "ompt_get_place_num",     "ompt_get_partition_place_nums",
                                                   "ompt_get_proc_id",       "ompt_get_state",
                                                   "ompt_get_parallel_info", "ompt_get_task_info",
                                                   "ompt_get_task_memory",   "ompt_get_target_info",
                                                   "ompt_get_num_devices",   "ompt_get_unique_id",
                                                   "ompt_finalize_tool"};
inline constexpr size_t kEntryPointCount = sizeof kEntryPointNames / sizeof kEntryPointNames[0];
static_assert(sizeof(EntryPoints) == kEntryPointCount * sizeof(ompt_interface_fn_t));

// The first name that lookup does not know, or null.
inline const char* look_up_entry_points(ompt_function_lookup_t lookup, EntryPoints* entries) {
  const char* missing = nullptr;
  ompt_interface_fn_t members[kEntryPointCount];
  for (size_t i = 0; i < kEntryPointCount; ++i) {
    members[i] = lookup(kEntryPointNames[i]);
    if (members[i] == nullptr && missing == nullptr) missing = kEntryPointNames[i];
  }
  memcpy(entries, members, sizeof members);
  return missing;
}

}  // namespace limpid::check
