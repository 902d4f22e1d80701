// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which processors a thread may use, and binding it to them.
#pragma once

#include "platform/cpu_set.h"

namespace limpid::platform {

// The affinity mask of the calling thread. Before any thread is bound this is what the process was given.
// Async-signal-safe. False, with a set of processor 0 alone, when the system call fails.
bool affinity_of_this_thread(CpuSet& result);

// Restricts the calling thread to `processors`; false (and nothing changed) when the kernel refuses.
bool bind_this_thread(const CpuSet& processors);

}  // namespace limpid::platform
