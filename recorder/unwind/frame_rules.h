// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "unwind/eh_frame.h"
#include "unwind/expression.h"
#include "unwind/x86_64.h"

namespace limpid::recorder::unwind {

// How one register of the caller is found.
struct RegisterRule {
  enum Kind : uint8_t {
    kUnspecified,  // ABI default: preserved registers keep their value, others are lost
    kUndefined,
    kSame,
    kOffset,           // in memory at CFA + value
    kValueOffset,      // is CFA + value
    kRegister,         // in register `value`
    kExpression,       // in memory at the address that the expression gives
    kValueExpression,  // is what the expression gives
  };
  Kind kind = kUnspecified;
  int32_t value =
      0;  // for expressions: distance of the block (its length field first) from the start of the section
};

// The row of the call frame information table that holds at one address.
struct FrameRules {
  bool cfa_is_expression = false;
  uint32_t cfa_register = 0;
  int64_t cfa_offset = 0;
  int32_t cfa_expression = 0;  // as RegisterRule::value
  RegisterRule registers[kRegisters];
};

// Runs the entry's instructions up to `pc`. Async-signal-safe. False if they make no sense.
bool interpret(const UnwindTables& tables, const FrameDescription& fde, uint64_t pc, FrameRules* rules);

// Block of an expression that a rule points to.
ExpressionRange expression_at(const Section& section, int32_t distance);

}  // namespace limpid::recorder::unwind
