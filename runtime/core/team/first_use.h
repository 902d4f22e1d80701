// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What happens before the first use of OpenMP in the process: declared here, defined in lib/.
#pragma once

namespace limpid::core {

struct Thread;

// Defined in lib/, the only folder that may depend on all others.

// Reads the environment. Called before the first Thread exists; calls after the first return at once.
void prepare_process();

// Starts tools. Called when self is usable and before its first event. While a tool starts, calls from the
// same thread return at once, and other threads wait until it has started.
void start_tools_once(Thread& self);

// Called before a worker is started; calls after the first return at once.
void prepare_for_workers();

}  // namespace limpid::core
