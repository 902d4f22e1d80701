// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind/unwinder.h"

#include "unwind/frame_rules.h"
#include "unwind/rule_cache.h"

namespace limpid::recorder::unwind {

namespace {

constinit RuleCache g_cache;

// False if the rules are not of the common shape.
bool simplify(const FrameRules& rules, bool signal_frame, Rule* out) {
  if (signal_frame || rules.cfa_is_expression || rules.cfa_register >= kRegisters) return false;
  const RegisterRule& ra = rules.registers[kReturnAddress];
  *out = {};
  if (ra.kind == RegisterRule::kUndefined) {
    out->kind = Rule::kOutermost;
    return true;
  }
  if (ra.kind != RegisterRule::kOffset || ra.value != kReturnAddressOffset) return false;
  out->cfa_register = static_cast<uint8_t>(rules.cfa_register);
  out->cfa_offset = static_cast<int32_t>(rules.cfa_offset);
  for (unsigned i = 0; i < kPreservedCount; ++i) {
    const RegisterRule& r = rules.registers[kPreserved[i]];
    if (r.kind == RegisterRule::kUnspecified || r.kind == RegisterRule::kSame) {
      out->saved[i] = Rule::kUnchanged;
    } else if (r.kind == RegisterRule::kOffset && r.value == static_cast<int16_t>(r.value)) {
      out->saved[i] = static_cast<int16_t>(r.value);
    } else {
      return false;
    }
  }
  return rules.cfa_offset == out->cfa_offset;
}

// One register of the caller. False: its place cannot be read.
bool recover(const UnwindTables& tables, const RegisterRule& rule, unsigned number, uint64_t cfa,
             const Registers& callee, const StackView& stack, Registers* caller) {
  uint64_t value = 0;
  switch (rule.kind) {
    case RegisterRule::kOffset:
      if (!stack.read(cfa + static_cast<uint64_t>(int64_t{rule.value}), &value)) return false;
      break;
    case RegisterRule::kValueOffset:
      value = cfa + static_cast<uint64_t>(int64_t{rule.value});
      break;
    case RegisterRule::kRegister:
      if (!callee.has(static_cast<unsigned>(rule.value))) return true;
      value = callee.value[rule.value];
      break;
    case RegisterRule::kExpression:
    case RegisterRule::kValueExpression:
      if (!evaluate(tables.section, expression_at(tables.section, rule.value), callee, stack, &cfa, &value)) {
        return false;
      }
      if (rule.kind == RegisterRule::kExpression && !stack.read(value, &value)) return false;
      break;
    case RegisterRule::kSame:
      if (!callee.has(number)) return true;
      value = callee.value[number];
      break;
    default:
      return true;
  }
  caller->set(number, value);
  return true;
}

// The ABI's answer for registers that no rule mentions.
RegisterRule with_default(RegisterRule rule, unsigned number) {
  if (rule.kind != RegisterRule::kUnspecified) return rule;
  for (const unsigned preserved : kPreserved) {
    if (preserved == number) return {RegisterRule::kSame, 0};
  }
  return {number == kStackPointer ? RegisterRule::kValueOffset : RegisterRule::kUndefined, 0};
}

}  // namespace

bool Unwinder::finish(WalkEnd why) {
  done_ = true;
  end_ = why;
  return true;
}

bool Unwinder::next(Frame* frame) {
  if (done_) return false;
  if (registers_.pc() == 0) {
    finish(WalkEnd::kComplete);
    return false;
  }
  *frame = {registers_.pc(), 0, exact_};
  const uint64_t sp = registers_.sp();
  step(frame);
  // A stack grows one way. Equal is legal only for the first frame of a leaf that lost its frame already;
  // signal frames may change stacks.
  const bool stuck = !done_ && registers_.pc() == frame->pc && registers_.sp() == sp;
  if (stuck) finish(WalkEnd::kBadStack);
  return true;
}

bool Unwinder::step(Frame* frame) {
  const uint64_t lookup = exact_ ? registers_.pc() : registers_.pc() - 1;
  Rule rule;
  if (g_cache.find(lookup, modules_.generation, &rule) && registers_.has(rule.cfa_register)) {
    return step_plain(rule, frame);
  }
  const ModuleRange* module = modules_.find(lookup);
  if (module == nullptr) return step_without_table(frame);
  return step_general(module->tables, lookup, frame);
}

bool Unwinder::step_plain(const Rule& rule, Frame* frame) {
  if (rule.kind == Rule::kOutermost) return finish(WalkEnd::kComplete);
  if (!registers_.has(rule.cfa_register)) return finish(WalkEnd::kBadStack);
  const uint64_t cfa = registers_.value[rule.cfa_register] + static_cast<uint64_t>(int64_t{rule.cfa_offset});
  uint64_t pc;
  if (cfa <= registers_.sp() || !stack_.read(cfa + static_cast<uint64_t>(kReturnAddressOffset), &pc)) {
    return finish(WalkEnd::kBadStack);
  }
  uint32_t known = 1u << kReturnAddress | 1u << kStackPointer;
  for (unsigned i = 0; i < kPreservedCount; ++i) {
    const unsigned number = kPreserved[i];
    if (rule.saved[i] == Rule::kUnchanged) {
      known |= registers_.known & 1u << number;
    } else if (stack_.read(cfa + static_cast<uint64_t>(int64_t{rule.saved[i]}), &registers_.value[number])) {
      known |= 1u << number;
    }
  }
  registers_.known = known;
  registers_.value[kReturnAddress] = pc;
  registers_.value[kStackPointer] = cfa;
  frame->cfa = cfa;
  exact_ = false;
  return true;
}

bool Unwinder::step_general(const UnwindTables& tables, uint64_t lookup, Frame* frame) {
  FrameDescription fde;
  FrameRules rules;
  if (!find_frame_description(tables, lookup, &fde)) return step_without_table(frame);
  if (fde.return_register != kReturnAddress || !interpret(tables, fde, lookup, &rules)) {
    return finish(WalkEnd::kNoUnwindInfo);
  }
  if (!rules.cfa_is_expression && rules.cfa_register == kFramePointer && !registers_.has(kFramePointer)) {
    uint64_t fp;
    if (!frame_pointer_from_prologue(fde.begin, registers_.sp(), &fp)) return finish(WalkEnd::kBadStack);
    registers_.set(kFramePointer, fp);
  }
  Rule plain;
  if (simplify(rules, fde.signal_frame, &plain)) {
    g_cache.store(lookup, modules_.generation, plain);
    return step_plain(plain, frame);
  }
  if (rules.registers[kReturnAddress].kind == RegisterRule::kUndefined) return finish(WalkEnd::kComplete);
  return step_by_rules(tables, fde, rules, frame);
}

bool Unwinder::step_by_rules(const UnwindTables& tables, const FrameDescription& fde, const FrameRules& rules,
                             Frame* frame) {
  uint64_t cfa = 0;
  if (rules.cfa_is_expression) {
    const ExpressionRange range = expression_at(tables.section, rules.cfa_expression);
    if (!evaluate(tables.section, range, registers_, stack_, nullptr, &cfa))
      return finish(WalkEnd::kBadStack);
  } else {
    if (!registers_.has(rules.cfa_register)) return finish(WalkEnd::kBadStack);
    cfa = registers_.value[rules.cfa_register] + static_cast<uint64_t>(rules.cfa_offset);
  }
  Registers caller;
  for (unsigned i = 0; i < kRegisters; ++i) {
    const RegisterRule rule = with_default(rules.registers[i], i);
    if (!recover(tables, rule, i, cfa, registers_, stack_, &caller) && i == kReturnAddress) {
      return finish(WalkEnd::kBadStack);
    }
  }
  if (!caller.has(kReturnAddress) || !caller.has(kStackPointer)) return finish(WalkEnd::kBadStack);
  registers_ = caller;
  frame->cfa = cfa;
  exact_ = fde.signal_frame;
  return true;
}

// Code without tables (assembly, what a program makes while it runs): the instructions behind the call tell, or a
// frame pointer is worth a try.
bool Unwinder::step_without_table(Frame* frame) {
  Epilogue epilogue;
  if (!exact_) {
    const ReturnPoint here = look_at_return(registers_.pc(), &epilogue);
    if (here.call && here.epilogue) return step_by_epilogue(epilogue, frame);
  }
  return step_by_frame_pointer(frame);
}

bool Unwinder::step_by_epilogue(const Epilogue& epilogue, Frame* frame) {
  const uint64_t sp = registers_.sp();
  uint64_t pc;
  if (!stack_.read(sp + epilogue.frame_bytes, &pc) || !may_return_to(pc)) {
    return finish(WalkEnd::kNoUnwindInfo);
  }
  for (unsigned i = 0; i < epilogue.popped; ++i) {
    const unsigned number = epilogue.registers[i].number;
    uint64_t value;
    if (!stack_.read(sp + epilogue.registers[i].offset, &value)) return finish(WalkEnd::kBadStack);
    registers_.set(number, value);
  }
  const uint64_t cfa = sp + epilogue.frame_bytes + 8;
  uint32_t known = 1u << kReturnAddress | 1u << kStackPointer;
  for (const unsigned number : kPreserved) known |= registers_.known & 1u << number;
  registers_.known = known;
  registers_.value[kReturnAddress] = pc;
  registers_.value[kStackPointer] = cfa;
  frame->cfa = cfa;
  exact_ = false;
  return true;
}

// Known code, or a call ends there.
bool Unwinder::may_return_to(uint64_t pc) const {
  Epilogue ignored;
  return modules_.find(pc - 1) != nullptr || look_at_return(pc, &ignored).call;
}

// The frame pointer is right if what it leads to is a return address.
bool Unwinder::step_by_frame_pointer(Frame* frame) {
  uint64_t caller_fp, pc;
  const uint64_t fp = registers_.value[kFramePointer];
  const uint64_t sp = registers_.sp();
  const bool plausible = registers_.has(kFramePointer) && fp >= sp && fp - sp < (1u << 20) && fp % 8 == 0;
  if (!plausible || !stack_.read(fp, &caller_fp) || !stack_.read(fp + 8, &pc) || !may_return_to(pc)) {
    return finish(WalkEnd::kNoUnwindInfo);
  }
  const uint64_t cfa = fp + 16;
  registers_.known = 1u << kReturnAddress | 1u << kStackPointer | 1u << kFramePointer;
  registers_.value[kReturnAddress] = pc;
  registers_.value[kStackPointer] = cfa;
  registers_.value[kFramePointer] = caller_fp;
  frame->cfa = cfa;
  exact_ = false;
  return true;
}

}  // namespace limpid::recorder::unwind
