// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each fact of the spine becomes. Every function takes a pointer to its event's struct in
// events/facts.h.
#pragma once

#include "core/team/thread.h"

namespace limpid::tools::ompt5 {

void on_thread_begin(const void* fact);
void on_thread_end(const void* fact);
void on_parallel_begin(const void* fact);
void on_parallel_end(const void* fact);
void on_implicit_task(const void* fact);
void on_work(const void* fact);
void on_dispatch(const void* fact);
void on_masked(const void* fact);

void on_task_create(const void* fact);
void on_task_schedule(const void* fact);
void on_dependences(const void* fact);
void on_task_dependence(const void* fact);
void on_cancel(const void* fact);

void on_target(const void* fact);
void on_target_map(const void* fact);
void on_target_data_op(const void* fact);
void on_target_submit(const void* fact);
void on_device_begin(const void* fact);
void on_device_end(const void* fact);
void on_device_load(const void* fact);
void on_device_unload(const void* fact);

void on_sync_region(const void* fact);
void on_sync_wait(const void* fact);
void on_reduction(const void* fact);
void on_mutex_acquire(const void* fact);
void on_mutex_acquired(const void* fact);
void on_mutex_released(const void* fact);
void on_lock_init(const void* fact);
void on_lock_destroy(const void* fact);
void on_nest_lock(const void* fact);
void on_flush(const void* fact);

void on_control_tool(const void* fact);
void on_error(const void* fact);

// True while the calling thread is in the tool's control_tool callback.
bool in_control_tool();

// When a tool ends before the program does: the initial task and thread end for it, if self is that thread.
void state_end_of_initial_thread(core::Thread& self);

}  // namespace limpid::tools::ompt5
