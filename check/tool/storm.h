// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LIMPID_CHECK_STORM=HZ: every thread is interrupted so often by SIGPROF, and its handler calls every inquiry
// function of the runtime, which has to be possible at any instruction (OpenMP 5.1, 4.6.1) and to give
// possible answers.
#pragma once

#include "entry_points.h"

namespace limpid::check {

// Reads the variable; without it, or if an entry point is missing, everything below does nothing.
void prepare_storm(const EntryPoints& entries);

// On the thread itself, when it begins and ends.
void begin_storm_on_thread();
void end_storm_on_thread();

// No handler calls the runtime any more.
void end_storm();

long storm_signals();

// What was wrong first, or null.
const char* storm_finding();

}  // namespace limpid::check
