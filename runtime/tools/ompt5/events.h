// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handlers of core's events: each calls the tool's callback for it.
// Every function takes a pointer to its event's struct in events/events.h.
#pragma once

#include "core/data/thread.h"

namespace limpid::tools::ompt5 {

void on_thread_begin(const void* event);
void on_thread_end(const void* event);
void on_parallel_begin(const void* event);
void on_parallel_end(const void* event);
void on_implicit_task(const void* event);
void on_work(const void* event);
void on_dispatch(const void* event);
void on_masked(const void* event);

void on_task_create(const void* event);
void on_task_schedule(const void* event);
void on_dependences(const void* event);
void on_task_dependence(const void* event);
void on_cancel(const void* event);

void on_target(const void* event);
void on_target_map(const void* event);
void on_target_data_op(const void* event);
void on_target_submit(const void* event);
void on_device_begin(const void* event);
void on_device_end(const void* event);
void on_device_load(const void* event);
void on_device_unload(const void* event);

void on_sync_region(const void* event);
void on_sync_wait(const void* event);
void on_reduction(const void* event);
void on_mutex_acquire(const void* event);
void on_mutex_acquired(const void* event);
void on_mutex_released(const void* event);
void on_lock_init(const void* event);
void on_lock_destroy(const void* event);
void on_nest_lock(const void* event);
void on_flush(const void* event);

void on_control_tool(const void* event);
void on_error(const void* event);

// True while the calling thread is in the tool's control_tool callback.
bool in_control_tool();

}  // namespace limpid::tools::ompt5
