// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each fact of the spine becomes in a trace. Every function takes a pointer to its event's struct in
// events/facts.h.
#pragma once

namespace limpid::tools::ompt5::trace {

void record_thread_begin(const void* fact);
void record_parallel_begin(const void* fact);
void record_parallel_end(const void* fact);
void record_implicit_task(const void* fact);
void record_work(const void* fact);
void record_dispatch(const void* fact);
void record_masked(const void* fact);

void record_task_create(const void* fact);
void record_task_schedule(const void* fact);
void record_dependences(const void* fact);
void record_task_dependence(const void* fact);
void record_cancel(const void* fact);
void record_control_tool(const void* fact);
void record_error(const void* fact);

void record_sync_region(const void* fact);
void record_sync_wait(const void* fact);
void record_reduction(const void* fact);
void record_mutex_acquire(const void* fact);
void record_mutex_acquired(const void* fact);
void record_mutex_released(const void* fact);
void record_lock_init(const void* fact);
void record_lock_destroy(const void* fact);
void record_nest_lock(const void* fact);
void record_flush(const void* fact);

void record_target(const void* fact);
void record_target_map(const void* fact);
void record_target_data_op(const void* fact);
void record_target_submit(const void* fact);

}  // namespace limpid::tools::ompt5::trace
