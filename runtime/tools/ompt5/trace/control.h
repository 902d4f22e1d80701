// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of device tracing (OpenMP 5.1, 4.6.2).
// For a device that is not the host they return failure, or 0.
#pragma once

#include "omp-tools.h"

namespace limpid::tools::ompt5::trace {

// The host as an opaque object for tools.
ompt_device_t* host();

// The ompt_function_lookup_t that device_initialize gets.
ompt_interface_fn_t lookup(const char* name);

int get_device_num_procs(ompt_device_t* device);
ompt_device_time_t get_device_time(ompt_device_t* device);
double translate_time(ompt_device_t* device, ompt_device_time_t time);
ompt_set_result_t set_trace_ompt(ompt_device_t* device, unsigned int enable, unsigned int etype);
ompt_set_result_t set_trace_native(ompt_device_t* device, int enable, int flags);
int start_trace(ompt_device_t* device, ompt_callback_buffer_request_t request,
                ompt_callback_buffer_complete_t complete);
int pause_trace(ompt_device_t* device, int begin_pause);
int flush_trace(ompt_device_t* device);
int stop_trace(ompt_device_t* device);

// The end of the device: what was recorded reaches the tool before this returns, and nothing afterwards.
void end_trace();
void forget_trace_after_fork();

}  // namespace limpid::tools::ompt5::trace
