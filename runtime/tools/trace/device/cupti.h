// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CUDA's devices do, with the device's own times, by CUPTI's records of activities.
//
// The thread that submits an operation names it for the driver's calls that it makes. CUPTI fills buffers of
// ours; a native thread, which OpenMP does not know, reads them, so that no tool's code runs in CUPTI's.
//
// A process has one user of CUPTI at a time. While we are it, no other tool can be, and the other way round.
#pragma once

#include <stdint.h>

#include "tools/trace/device/activity.h"

namespace limpid::tools::trace::cupti {

// A tool asks for a trace: CUPTI is opened. False: there is none.
bool is_there();

// Receives each activity once. operation: for which it was, 0: for none.
using Receive = void (*)(uint32_t operation, const Activity& activity);

// Kernels are recorded from here on. receive is called on the reader's thread. False: CUPTI refuses, because
// there is no driver, because another tool uses it, or because the process ends. Without a start, and once the
// process ends, what follows does nothing.
bool start(Receive receive);
// Copies and fills, too.
void measure_data();
// CUPTI gives up what the devices have finished; after stop() it records nothing more. Neither waits for a tool.
void flush();
void stop();
// Waits until what CUPTI has given up has been received, the grace at most.
void await();

// What the calling thread has the driver do from here on is for this operation; 0: for none.
void submit_for(uint32_t operation);

// In a fork's child: CUPTI is the parent's. Nothing is recorded in the child.
void forget_after_fork();

}  // namespace limpid::tools::trace::cupti
