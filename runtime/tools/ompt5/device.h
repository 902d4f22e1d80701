// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host as a device: device_initialize, device_load, device_unload and device_finalize.
//
// It is a device from the first device construct or device memory routine on, not from the start of the
// program: most programs have neither, and their tools then need not believe in an accelerator.
#pragma once

#include "core/team/thread.h"
#include "omp-tools.h"

namespace limpid::tools::ompt5 {

// Before any other event of the device: when this returns device_initialize has been called. Threads that
// come meanwhile wait; the tool's own thread, in that callback, does not. False: the device has ended, the
// tool gets no more events of it.
bool introduce_device(core::Thread& self);

// Code of the program is about to run as a target region: its file is told once, and when this returns
// device_load has been called. Threads wait as in introduce_device().
void introduce_code(core::Thread& self, const void* code);

// Before the end of the tool: what was introduced is unloaded and finalized. Other threads may go on with the
// device until the process has ended; the tool does not observe of it.
void dismiss_device();

void forget_device_after_fork();

}  // namespace limpid::tools::ompt5
