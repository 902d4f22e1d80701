// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime offers to a debugger: the paths of its OMPD libraries, and functions for breakpoints.
// OpenMP 5.1, chapter 5; OMPD 2.0, sections 2 and 12.
#pragma once

#include <stdint.h>

#include <atomic>

#include "events/emit.h"

namespace limpid::tools::layout {

// Not zero: the ompd_bp_ functions are called. Set by the environment (OMP_DEBUG, OMP_OMPD), by
// omp_ompd_enable, or by a debugger that writes here and then sets g_debugger_events in events::g_observed.
extern std::atomic<uint32_t> g_debugger_observes;

// The events behind the ompd_bp_ functions.
inline constexpr uint64_t kDebuggerEvents =
    events::bit(events::EventId::thread_begin) | events::bit(events::EventId::thread_end) |
    events::bit(events::EventId::parallel_begin) | events::bit(events::EventId::parallel_end) |
    events::bit(events::EventId::task_schedule);

// The settings at the start of the process that the runtime does not keep as ICVs: "NAME=value" strings, one
// behind the other, each with its zero; an empty one is the end. Null before start().
extern const char* g_vendor_settings;

// The size of a thread's stack if none was requested.
extern uint64_t g_system_stack_bytes;

// Makes ompd_dll_locations valid and begins to observe. Called at the first OpenMP use, after the environment
// was read and before the first thread begins; again in a fork's child.
void start();

// The process ends: the last event has been emitted.
void stop();

}  // namespace limpid::tools::layout
