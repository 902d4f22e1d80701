// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The states that the runtime enumerates, and which of them were seen.
#pragma once

#include "entry_points.h"

namespace limpid::check {

class World;

// Asks the runtime for its states, and reports what is wrong with the answers.
void enumerate_states(World& world);

// Notes that a thread was in this state; false if it is none that the runtime enumerates. Async-signal-safe.
bool note_state(int state);

// Writes a line per state.
void tell_states(World& world);

}  // namespace limpid::check
