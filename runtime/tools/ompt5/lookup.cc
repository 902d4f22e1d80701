// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of the entry points that a tool looks up.
#include "tools/ompt5/lookup.h"

#include <string.h>

#include <type_traits>

#include "tools/ompt5/callbacks.h"
#include "tools/ompt5/inquiry.h"
#include "tools/ompt5/tool.h"
#include "tools/startup/attachment.h"

namespace limpid::tools::ompt5 {
namespace {

// A function of the runtime, which must have the type that the specification gives it.
template <class Specified, class Ours>
ompt_interface_fn_t entry(Ours ours) {
  static_assert(std::is_same_v<Specified, Ours>, "the entry point has the specified type");
  return reinterpret_cast<ompt_interface_fn_t>(ours);
}

struct EntryPoint {
  const char* name;
  ompt_interface_fn_t function;
};

}  // namespace

ompt_interface_fn_t lookup(const char* name) {
  const EntryPoint entries[] = {
      {"ompt_enumerate_states", entry<ompt_enumerate_states_t>(&enumerate_states)},
      {"ompt_enumerate_mutex_impls", entry<ompt_enumerate_mutex_impls_t>(&enumerate_mutex_impls)},
      {"ompt_set_callback", entry<ompt_set_callback_t>(&set_callback)},
      {"ompt_get_callback", entry<ompt_get_callback_t>(&get_callback)},
      {"ompt_get_thread_data", entry<ompt_get_thread_data_t>(&get_thread_data)},
      {"ompt_get_num_places", entry<ompt_get_num_places_t>(&get_num_places)},
      {"ompt_get_place_proc_ids", entry<ompt_get_place_proc_ids_t>(&get_place_proc_ids)},
      {"ompt_get_place_num", entry<ompt_get_place_num_t>(&get_place_num)},
      {"ompt_get_partition_place_nums", entry<ompt_get_partition_place_nums_t>(&get_partition_place_nums)},
      {"ompt_get_proc_id", entry<ompt_get_proc_id_t>(&get_proc_id)},
      {"ompt_get_state", entry<ompt_get_state_t>(&get_state)},
      {"ompt_get_parallel_info", entry<ompt_get_parallel_info_t>(&get_parallel_info)},
      {"ompt_get_task_info", entry<ompt_get_task_info_t>(&get_task_info)},
      {"ompt_get_task_memory", entry<ompt_get_task_memory_t>(&get_task_memory)},
      {"ompt_get_target_info", entry<ompt_get_target_info_t>(&get_target_info)},
      {"ompt_get_num_devices", entry<ompt_get_num_devices_t>(&get_num_devices)},
      {"ompt_get_num_procs", entry<ompt_get_num_procs_t>(&get_num_procs)},
      {"ompt_get_unique_id", entry<ompt_get_unique_id_t>(&get_unique_id)},
      {"ompt_finalize_tool", entry<ompt_finalize_tool_t>(&finalize_from_tool)},
      // Not OpenMP's: for a tool that comes late (formats/attach_request.h).
      {formats::kGetAttachment, reinterpret_cast<ompt_interface_fn_t>(&startup::get_attachment)},
  };
  if (name == nullptr) return nullptr;
  for (const EntryPoint& candidate : entries) {
    if (strcmp(candidate.name, name) == 0) return candidate.function;
  }
  return nullptr;
}

}  // namespace limpid::tools::ompt5
