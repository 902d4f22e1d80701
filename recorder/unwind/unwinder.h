// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "context/module_table.h"
#include "unwind/stack_view.h"
#include "unwind/x86_64.h"

namespace limpid::recorder::unwind {

// One frame of a stack. `cfa` is the canonical frame address: the stack pointer just before the call that
// made the frame.
struct Frame {
  uint64_t pc = 0;
  uint64_t cfa = 0;
  bool exact = false;  // pc is the next instruction to run (interrupted code), not a return address
};

enum class WalkEnd : uint8_t {
  kComplete,  // reached the outermost frame
  kNoUnwindInfo,
  kBadStack,
  kTooDeep,
};

// A walk over one stack, innermost frame first. Async-signal-safe: reads prepared tables and the stack,
// nothing else. The ModuleMap must stay alive for the Unwinder's life (see ModuleTable::Reader).
class Unwinder {
 public:
  // `exact`: the registers are those of interrupted code, not of a frame that made a call.
  Unwinder(const ModuleMap& modules, const StackView& stack, const Registers& registers, bool exact)
      : modules_(modules), stack_(stack), registers_(registers), exact_(exact) {}

  // Gives the current frame and moves on to its caller. False when there is no frame left; then end() says
  // why.
  bool next(Frame* frame);

  WalkEnd end() const { return end_; }

 private:
  bool step(Frame* frame);
  bool step_plain(const struct Rule& rule, Frame* frame);
  bool step_general(const UnwindTables& tables, uint64_t lookup, Frame* frame);
  bool step_by_rules(const UnwindTables& tables, const struct FrameDescription& fde,
                     const struct FrameRules& rules, Frame* frame);
  bool step_without_table(Frame* frame);
  bool step_by_epilogue(const Epilogue& epilogue, Frame* frame);
  bool step_by_frame_pointer(Frame* frame);
  bool may_return_to(uint64_t pc) const;
  bool finish(WalkEnd why);

  const ModuleMap& modules_;
  const StackView& stack_;
  Registers registers_;
  bool exact_;
  bool done_ = false;
  WalkEnd end_ = WalkEnd::kComplete;
};

}  // namespace limpid::recorder::unwind
