// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The traces of engines' devices: what a device does, with its own times where it says them.
#pragma once

#include "core/device/devices.h"
#include "events/events.h"
#include "tools/ompt2016/trace.h"

namespace limpid::tools::ompt2016 {

// The device's recording, which is made when it is first asked for; null: there is no memory.
Recording* recording_of(core::Device& device);

bool start_engine_trace(core::Device& device, ompt_target_buffer_request_callback_t request,
                        ompt_target_buffer_complete_callback_t complete);
bool stop_engine_trace(core::Device& device);
// Other records of the device are enabled than before.
void follow_what_is_enabled(const core::Device& device);

// The end of the device, and of the tool: what was recorded reaches the tool before these return.
void end_engine_trace(int32_t number);
void end_engine_traces();
void forget_engine_traces_after_fork();

}  // namespace limpid::tools::ompt2016
