// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/ompt2016/lookup.h"

#include <string.h>

#include <type_traits>

#include "tools/ompt2016/callbacks.h"
#include "tools/ompt2016/inquiry.h"

namespace limpid::tools::ompt2016 {
namespace {

// A function of ours under the type that the report gives it.
template <class Specified, class Ours>
ompt_interface_fn_t entry(Ours ours) {
  static_assert(std::is_same_v<Specified, Ours>, "the function has the specified type");
  return reinterpret_cast<ompt_interface_fn_t>(ours);
}

struct Entry {
  const char* name;
  ompt_interface_fn_t function;
};

}  // namespace

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
      {"ompt_target_get_device_id", entry<ompt_target_get_device_id_fn_t>(&get_device_id)},
  };
  if (name == nullptr) return nullptr;
  for (const Entry& candidate : entries) {
    if (strcmp(candidate.name, name) == 0) return candidate.function;
  }
  return nullptr;
}

}  // namespace limpid::tools::ompt2016
