// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace of the host as a device (report, section 6).
// Operations on its memory, and regions that it runs, become records in the tool's buffers.
#pragma once

#include <stddef.h>

#include "core/data/thread.h"
#include "ompt-2016.h"

namespace limpid::tools::ompt2016 {

// The device functions of the trace. False: not possible at this time.
bool start_recording(ompt_target_buffer_request_callback_t request,
                     ompt_target_buffer_complete_callback_t complete);
bool pause_recording(bool paused);
// When this returns, what was recorded has reached the tool, unless the tool takes more than two seconds.
bool stop_recording();
// The end of the tool: stops, and waits as long as the tool goes on taking buffers. None comes afterwards.
void end_recording();

// Enables or disables the records of that event.
void enable_records(ompt_event_t event, bool on);

// Writes a record, if such records are wanted. Waits for the tool to give a buffer. Holds no lock while the
// tool's code runs.
void record(const core::Thread& thread, const ompt_record_ompt_t& what);

// The device's clock.
ompt_target_time_t device_time();

// In a fork's child: there is no trace.
void forget_recording_after_fork();

// Buffers: whole records, one after the other. These functions read only the buffer.
bool advance_buffer_cursor(ompt_target_buffer_t* buffer, size_t size, ompt_target_buffer_cursor_t current,
                           ompt_target_buffer_cursor_t* next);
ompt_record_type_t get_record_type(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current);
ompt_record_ompt_t* get_record_ompt(ompt_target_buffer_t* buffer, ompt_target_buffer_cursor_t current);

}  // namespace limpid::tools::ompt2016
