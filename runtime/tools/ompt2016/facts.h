// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each fact of the spine becomes. Every function takes a pointer to its event's struct in
// events/facts.h.
#pragma once

namespace limpid::core {
struct Task;
struct Thread;
}  // namespace limpid::core

namespace limpid::tools::ompt2016 {

void on_thread_begin(const void* fact);
void on_thread_end(const void* fact);
void on_idle(const void* fact);
void on_parallel_begin(const void* fact);
void on_parallel_end(const void* fact);
void on_implicit_task(const void* fact);
void on_work(const void* fact);
void on_masked(const void* fact);
void on_task_create(const void* fact);
void on_task_schedule(const void* fact);
void on_dependences(const void* fact);
void on_task_dependence(const void* fact);
void on_target(const void* fact);
void on_target_data(const void* fact);
void on_target_map(const void* fact);
void on_target_submit(const void* fact);
void on_control(const void* fact);
void on_sync_region(const void* fact);
void on_sync_wait(const void* fact);
void on_mutex_acquire(const void* fact);
void on_mutex_acquired(const void* fact);
void on_mutex_released(const void* fact);
void on_lock_init(const void* fact);
void on_lock_destroy(const void* fact);
void on_nest_lock(const void* fact);
void on_flush(const void* fact);

// The callback of a switch between tasks runs in the context of the new one (report, section 3.1), while
// core states the switch before it happens: during the callback the task that comes, otherwise null.
// Async-signal-safe.
core::Task* task_being_scheduled(const core::Thread& self);

}  // namespace limpid::tools::ompt2016
