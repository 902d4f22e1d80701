// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The inquiry entry points (5.1, section 4.6.1). All are async-signal-safe, on any thread, at any time.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/data/thread.h"
#include "omp-tools.h"

namespace limpid::tools::ompt5 {

// The id of the target region that the calling thread works in; 0: none.
uint64_t target_of(const core::Thread& thread);

ompt_data_t* get_thread_data();
int get_num_places();
int get_place_proc_ids(int place_num, int ids_size, int* ids);
int get_place_num();
int get_partition_place_nums(int place_nums_size, int* place_nums);
int get_proc_id();
int get_state(ompt_wait_id_t* wait_id);
int get_parallel_info(int ancestor_level, ompt_data_t** parallel_data, int* team_size);
int get_task_info(int ancestor_level, int* flags, ompt_data_t** task_data, ompt_frame_t** task_frame,
                  ompt_data_t** parallel_data, int* thread_num);
int get_task_memory(void** addr, size_t* size, int block);
int get_target_info(uint64_t* device_num, ompt_id_t* target_id, ompt_id_t* host_op_id);
int get_num_devices();
int get_num_procs();
uint64_t get_unique_id();

// enumerate.cc
int enumerate_states(int current_state, int* next_state, const char** next_state_name);
int enumerate_mutex_impls(int current_impl, int* next_impl, const char** next_impl_name);

}  // namespace limpid::tools::ompt5
