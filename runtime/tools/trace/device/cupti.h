// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What CUDA's devices do, with the device's own times, by CUPTI's records of activities.
//
// The thread that submits an operation names it for the driver's calls that it makes. CUPTI fills buffers of
// ours; a native thread, which OpenMP does not know, reads them, so that no tool's code runs in CUPTI's.
#pragma once

#include "tools/trace/device/correlations.h"

namespace limpid::tools::trace::cupti {

// A tool asks for a trace: CUPTI is opened. False: there is none.
bool is_there();

// Activities are recorded from here on. receive is called on the reader's thread. False: CUPTI refuses, mostly
// because there is no driver. The next three: only after this.
bool start(Correlations::Receive receive);
// CUPTI gives up what the devices have finished; after stop() it records nothing more. Neither waits for a tool.
void flush();
void stop();
// Waits until what CUPTI has given up has been received, the grace at most.
void await();

// The calling thread submits an operation of this number; calls come in pairs.
void begin_operation(uint64_t number);
void end_operation();

// In a fork's child: CUPTI is the parent's. Nothing is recorded in the child.
void forget_after_fork();

}  // namespace limpid::tools::trace::cupti
