// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The start and the end of all tool interfaces together.
#pragma once

namespace limpid::lib {

// Starts tools, interface by interface. Called at the first OpenMP use, after the environment was read, with
// no lock held.
void start_tools();

// At the end of the process, before workers end: a collector receives no further events.
void stop_collector();

// At the end of the process, on a thread that has not ended: tools are called for the end of devices.
void end_devices();

// At the end of the process, after the last events: calls the tools' finalizers; no tool is called
// afterwards.
void stop_tools();

// In a fork's child: deactivates all tools without a call; start_tools() may be called again. A collector's
// session goes on.
void forget_tools_after_fork();

}  // namespace limpid::lib
