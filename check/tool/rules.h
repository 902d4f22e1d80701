// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The callbacks of the checker: one per event, each knows the rules of that event.
#pragma once

#include <omp-tools.h>

namespace limpid::check {

// rules_team.cc
void on_thread_begin(ompt_thread_t type, ompt_data_t* thread_data);
void on_thread_end(ompt_data_t* thread_data);
void on_parallel_begin(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* parallel,
                       unsigned requested, int flags, const void* code);
void on_parallel_end(ompt_data_t* parallel, ompt_data_t* encountering, int flags, const void* code);
void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned parallelism, unsigned index, int flags);
void check_end_of_program();

// rules_work.cc
void on_work(ompt_work_t type, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
             uint64_t count, const void* code);
void on_dispatch(ompt_data_t* parallel, ompt_data_t* task, ompt_dispatch_t kind, ompt_data_t instance);
void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task, const void* code);

// rules_task.cc
void on_task_create(ompt_data_t* encountering, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                    int has_dependences, const void* code);
void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next);
void on_dependences(ompt_data_t* task, const ompt_dependence_t* list, int count);
void on_task_dependence(ompt_data_t* source, ompt_data_t* sink);
void on_cancel(ompt_data_t* task, int flags, const void* code);

// rules_sync.cc
void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* task, const void* code);
void on_sync_region_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                         ompt_data_t* task, const void* code);
void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                  ompt_data_t* task, const void* code);

// rules_mutex.cc
void on_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t wait_id,
                      const void* code);
void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code);
void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code);
void on_lock_init(ompt_mutex_t kind, unsigned hint, unsigned impl, ompt_wait_id_t wait_id, const void* code);
void on_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait_id, const void* code);
void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait_id, const void* code);

// rules_device.cc
void on_target(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
               ompt_data_t* target_task, ompt_data_t* target_data, const void* code);
void on_target_plain(ompt_target_t kind, ompt_scope_endpoint_t endpoint, int device, ompt_data_t* task,
                     ompt_id_t target_id, const void* code);
void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t* target_data, ompt_id_t* host_op_id,
               unsigned teams);
void on_submit_plain(ompt_id_t target_id, ompt_id_t host_op_id, unsigned teams);
void on_device_initialize(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                          const char* documentation);
void on_device_finalize(int device);
void on_device_load(int device, const char* file, int64_t offset, void* address, size_t bytes, void* host,
                    void* target, uint64_t module);
void on_device_unload(int device, uint64_t module);

// rules_data.cc
void on_data_op(ompt_scope_endpoint_t endpoint, ompt_data_t* target_task, ompt_data_t* target_data,
                ompt_id_t* host_op_id, ompt_target_data_op_t type, void* source, int source_device,
                void* dest, int dest_device, size_t bytes, const void* code);
void on_data_op_plain(ompt_id_t target_id, ompt_id_t host_op_id, ompt_target_data_op_t type, void* source,
                      int source_device, void* dest, int dest_device, size_t bytes, const void* code);
void on_map(ompt_data_t* target_data, unsigned count, void** host, void** device, size_t* bytes,
            unsigned* flags, const void* code);
void on_map_plain(ompt_id_t target_id, unsigned count, void** host, void** device, size_t* bytes,
                  unsigned* flags, const void* code);

// trace.cc
void trace_device(int device, ompt_device_t* handle, ompt_function_lookup_t lookup);

// rules_other.cc
int on_control_tool(uint64_t command, uint64_t modifier, void* argument, const void* code);
void on_error(ompt_severity_t severity, const char* message, size_t length, const void* code);
void on_flush(ompt_data_t* thread, const void* code);

}  // namespace limpid::check
