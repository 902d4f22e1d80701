// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host as a device: device_initialize, device_load, device_unload and device_finalize.
//
// It is a device from the first device construct or device memory routine on, not from the start of the
// program: most programs have neither, and their tools then need not assume an accelerator.
#pragma once

#include "core/data/thread.h"
#include "omp-tools.h"

namespace limpid::tools::ompt5 {

// Called before any other event of the device: when this returns, device_initialize has been called. Threads
// that arrive meanwhile wait, except the one that is in that callback. False: the device has ended, and the
// tool gets no more events of it.
bool introduce_device(core::Thread& self);

// Called before code of the program runs as a target region. Its file is reported once: when this returns,
// device_load has been called. Threads wait as in introduce_device().
void introduce_code(core::Thread& self, const void* code);

// Called before the end of the tool: unloads and finalizes what was introduced. Other threads may use the
// device until the process ends; the tool does not observe that.
void dismiss_device();

// After dismiss_device(), for the next tool: the device begins again with its first use.
void renew_device();

void forget_device_after_fork();

}  // namespace limpid::tools::ompt5
