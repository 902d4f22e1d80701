// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace limpid::lib {

// Asks for tools, interface by interface. At the first OpenMP use, after the environment was read; no lock is
// held.
void start_tools();

// At the end of the process, before workers end: a collector observes nothing more.
void silence_collector();

// At the end of the process, on a thread that has not ended: tools are told of the end of devices.
void end_devices();

// At the end of the process, after the last events were stated: the tools' finalizers run, nothing is called
// after.
void stop_tools();

// In a fork's child: no tool is active, none is called; start_tools() may be called again. A collector's
// session goes on.
void forget_tools_after_fork();

}  // namespace limpid::lib
