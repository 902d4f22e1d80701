// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which processors a thread may use, and binding it to them.
#pragma once

#include <cstdint>

#include "platform/cpu_set.h"

namespace limpid::platform {

// The affinity mask of the calling thread. Before any thread is bound this is what the process was given.
// Async-signal-safe. False, with a set of processor 0 alone, when the system call fails.
bool affinity_of_this_thread(CpuSet& result);

// Restricts the calling thread to `processors`; false (and nothing changed) when the kernel refuses.
bool bind_this_thread(const CpuSet& processors);

// The same for any thread of the process, by its kernel thread id. False, and nothing changed, when the system call
// fails or the kernel refuses. Async-signal-safe.
bool affinity_of_thread(std::uint64_t native_id, CpuSet& result);
bool bind_thread(std::uint64_t native_id, const CpuSet& processors);

constexpr std::uint64_t kThisThread = 0;  // stands for the calling thread's id

}  // namespace limpid::platform
