// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the functions that a tool looks up.
#include "tools/ompt2016/lookup.h"

#include <string.h>

#include "tools/ompt2016/callbacks.h"
#include "tools/ompt2016/device.h"
#include "tools/ompt2016/inquiry.h"

namespace limpid::tools::ompt2016 {
ompt_interface_fn_t find(std::span<const Entry> entries, const char* name) {
  if (name == nullptr) return nullptr;
  for (const Entry& candidate : entries) {
    if (strcmp(candidate.name, name) == 0) return candidate.function;
  }
  return nullptr;
}

ompt_interface_fn_t lookup(const char* name) {
  const Entry entries[] = {
      {"ompt_set_callback", entry<ompt_set_callback_fn_t>(&set_callback)},
      {"ompt_get_callback", entry<ompt_get_callback_fn_t>(&get_callback)},
      {"ompt_enumerate_states", entry<ompt_enumerate_states_fn_t>(&enumerate_states)},
      {"ompt_enumerate_mutex_kinds", entry<ompt_enumerate_mutex_kinds_fn_t>(&enumerate_mutex_kinds)},
      {"ompt_get_thread_id", entry<ompt_get_thread_id_fn_t>(&get_thread_id)},
      {"ompt_get_state", entry<ompt_get_state_fn_t>(&get_state)},
      {"ompt_get_parallel_info", entry<ompt_get_parallel_info_fn_t>(&get_parallel_info)},
      {"ompt_get_task_info", entry<ompt_get_task_info_fn_t>(&get_task_info)},
      {"ompt_get_target_info", entry<ompt_get_target_info_fn_t>(&get_target_info)},
      {"ompt_get_num_devices", entry<ompt_get_num_devices_fn_t>(&get_num_devices)},
      {"ompt_target_get_device_info", entry<ompt_target_get_device_info_fn_t>(&get_device_info)},
      {"ompt_get_device_info", entry<ompt_target_get_device_info_fn_t>(&get_device_info)},
      {"ompt_target_get_device_id", entry<ompt_target_get_device_id_fn_t>(&get_device_id)},
  };
  return find(entries, name);
}

}  // namespace limpid::tools::ompt2016
