// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether the runtime's entry points are there, and whether their answers can be right.
#pragma once

#include <omp-tools.h>

#include <cstdint>

namespace limpid::check {

class World;

// In the tool's initializer: which entry points there are, and what can be asked so early.
void check_entry_points(World& world, ompt_function_lookup_t lookup);

// On a thread of the program that has just said what its own routine answers (told.h); a command that is none
// of those is only an event.
void check_against_program(World& world, uint64_t command, int said);

}  // namespace limpid::check
