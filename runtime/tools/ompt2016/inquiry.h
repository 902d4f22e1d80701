// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inquiry functions (report, section 5). All are async-signal-safe, on any thread, at any time.
#pragma once

#include <stdint.h>

#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

ompt_thread_id_t get_thread_id();
omp_state_t get_state(ompt_wait_id_t* wait_id);
bool get_parallel_info(int ancestor_level, ompt_parallel_id_t* parallel_id, int* team_size);
bool get_task_info(int ancestor_level, ompt_task_type_t* type, ompt_task_id_t* task_id,
                   ompt_frame_t** task_frame, ompt_parallel_id_t* par_id);
bool get_target_info(ompt_target_id_t* target_id, ompt_target_id_t* host_op_id);
int get_num_devices();
int get_device_id();

// enumerate.cc
bool enumerate_states(omp_state_t current_state, omp_state_t* next_state, const char** next_state_name);
bool enumerate_mutex_kinds(uint32_t current_kind, uint32_t* next_kind, const char** next_kind_name);

}  // namespace limpid::tools::ompt2016
