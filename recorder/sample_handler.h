// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <omp-tools.h>

#include "thread_slot.h"

namespace limpid::recorder {

// Chooses and occupies the signal that asks threads for samples. `wanted` 0: the recorder chooses. Answers
// its number, 0 if none is to be had.
int install_sample_signal(int wanted);

// Gives the signal back if it is still ours.
void remove_sample_signal(int signal);

// The extent of a task from its frame object.
TaskExtent extent_of(const ompt_frame_t& frame, bool initial);

}  // namespace limpid::recorder
