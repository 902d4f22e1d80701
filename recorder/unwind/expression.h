// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "unwind/byte_reader.h"
#include "unwind/stack_view.h"
#include "unwind/x86_64.h"

namespace limpid::recorder::unwind {

// Where an expression lies in its section.
struct ExpressionRange {
  uint64_t address = 0;
  uint64_t bytes = 0;
};

// Evaluates a DWARF expression as call frame information uses them (PLT stubs, realigned stacks, signal
// frames). With `initial`, that value is pushed first. False on an unknown operation, an unknown register,
// unreadable memory, or more than a bounded number of steps.
bool evaluate(const Section& section, ExpressionRange range, const Registers& registers,
              const StackView& stack, const uint64_t* initial, uint64_t* result);

}  // namespace limpid::recorder::unwind
