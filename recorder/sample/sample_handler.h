// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <csignal>

#include <omp-tools.h>

#include "sample/thread_slot.h"

namespace limpid::recorder {

// The handler of the sampling signal.
void on_sample_signal(int number, siginfo_t* info, void* context);

// The extent of a task from its frame object.
TaskExtent extent_of(const ompt_frame_t& frame, bool initial);

}  // namespace limpid::recorder
