// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The traces of engines' devices: what a device does, with its own times where it says them.
#pragma once

#include "core/device/devices.h"
#include "events/events.h"
#include "tools/ompt5/trace/recorder.h"

namespace limpid::tools::ompt5::trace {

// The device's recording, which is made when it is first asked for; null: there is no memory.
Recording* recording_of(core::Device& device);

// Entry points for such a device (control.h).
ompt_set_result_t set_engine_trace_ompt(core::Device& device, bool enable, ompt_callbacks_t type);
ompt_set_result_t set_engine_trace_native(core::Device& device, bool enable, int flags);
int start_engine_trace(core::Device& device, ompt_callback_buffer_request_t request,
                       ompt_callback_buffer_complete_t complete);
int flush_engine_trace(core::Device& device);
int stop_engine_trace(core::Device& device);

// What constructs ask of such a device.
void record_engine_target(const events::Target& event);
void record_engine_map(const events::TargetMap& event);

// The end of the device, and of the tool: what was recorded reaches the tool before these return.
void end_engine_trace(int32_t number);
void end_engine_traces();
void forget_engine_traces_after_fork();

}  // namespace limpid::tools::ompt5::trace
