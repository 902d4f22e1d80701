// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handlers of core's events: each calls the tool's callback for it.
// Every function takes a pointer to its event's struct in events/events.h.
#pragma once

namespace limpid::core {
struct Task;
struct Thread;
}  // namespace limpid::core

namespace limpid::tools::ompt2016 {

void on_thread_begin(const void* event);
void on_thread_end(const void* event);
void on_idle(const void* event);
void on_parallel_begin(const void* event);
void on_parallel_end(const void* event);
void on_implicit_task(const void* event);
void on_work(const void* event);
void on_masked(const void* event);
void on_task_create(const void* event);
void on_task_schedule(const void* event);
void on_dependences(const void* event);
void on_task_dependence(const void* event);
void on_target(const void* event);
void on_target_data(const void* event);
void on_target_map(const void* event);
void on_target_submit(const void* event);
void on_device_end(const void* event);
void on_control(const void* event);
void on_sync_region(const void* event);
void on_sync_wait(const void* event);
void on_mutex_acquire(const void* event);
void on_mutex_acquired(const void* event);
void on_mutex_released(const void* event);
void on_lock_init(const void* event);
void on_lock_destroy(const void* event);
void on_nest_lock(const void* event);
void on_flush(const void* event);

// The callback of a task switch runs in the context of the new task (report, section 3.1), but core emits the
// event before the switch. Returns the new task during that callback, otherwise null. Async-signal-safe.
core::Task* task_being_scheduled(const core::Thread& self);

}  // namespace limpid::tools::ompt2016
