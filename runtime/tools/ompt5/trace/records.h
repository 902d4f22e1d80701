// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The handlers of core's events in a trace: each writes a record.
// Every function takes a pointer to its event's struct in events/events.h.
#pragma once

#include "events/events.h"
#include "tools/ompt5/trace/recorder.h"

namespace limpid::tools::ompt5::trace {

void record_thread_begin(const void* event);
void record_parallel_begin(const void* event);
void record_parallel_end(const void* event);
void record_implicit_task(const void* event);
void record_work(const void* event);
void record_dispatch(const void* event);
void record_masked(const void* event);

void record_task_create(const void* event);
void record_task_schedule(const void* event);
void record_dependences(const void* event);
void record_task_dependence(const void* event);
void record_cancel(const void* event);
void record_control_tool(const void* event);
void record_error(const void* event);

void record_sync_region(const void* event);
void record_sync_wait(const void* event);
void record_reduction(const void* event);
void record_mutex_acquire(const void* event);
void record_mutex_acquired(const void* event);
void record_mutex_released(const void* event);
void record_lock_init(const void* event);
void record_lock_destroy(const void* event);
void record_nest_lock(const void* event);
void record_flush(const void* event);

void record_target(const void* event);
void record_target_map(const void* event);
void record_target_data_op(const void* event);
void record_target_submit(const void* event);

// The trace's observer receives from now on the events of such records, or all those of devices.
void observe_for(ompt_callbacks_t type);
void observe_targets();

// The record of a list of maps, into the trace of its device.
void write_map(Recording& recording, const events::TargetMap& event);

}  // namespace limpid::tools::ompt5::trace
