// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind/frame_rules.h"

namespace limpid::recorder::unwind {

namespace {

constexpr unsigned kRememberDepth = 4;

enum Instruction : uint8_t {
  kNop = 0x00,
  kSetLoc,
  kAdvance1,
  kAdvance2,
  kAdvance4,
  kOffsetExtended,
  kRestoreExtended,
  kUndefined,
  kSameValue,
  kRegister,
  kRememberState,
  kRestoreState,
  kDefCfa,
  kDefCfaRegister,
  kDefCfaOffset,
  kDefCfaExpression,
  kExpression,
  kOffsetExtendedSf,
  kDefCfaSf,
  kDefCfaOffsetSf,
  kValOffset,
  kValOffsetSf,
  kValExpression,
  kGnuArgsSize = 0x2e,
  kGnuNegativeOffsetExtended = 0x2f,
};
constexpr uint8_t kPrimaryMask = 0xc0, kAdvanceLoc = 0x40, kOffset = 0x80, kRestore = 0xc0;

class Interpreter {
 public:
  Interpreter(const UnwindTables& tables, const FrameDescription& fde, uint64_t pc, FrameRules* rules)
      : tables_(tables), fde_(fde), pc_(pc), rules_(*rules), location_(fde.begin) {}

  bool run() {
    if (!run_block(fde_.initial, fde_.initial_end)) return false;
    initial_ = rules_;
    have_initial_ = true;
    return run_block(fde_.instructions, fde_.instructions_end);
  }

 private:
  bool run_block(uint64_t begin, uint64_t end) {
    ByteReader reader(tables_.section, begin);
    reader.limit(end);
    while (ok_ && !reader.at_end() && location_ <= pc_) step(&reader, reader.u8());
    return ok_ && reader.ok();
  }

  // Rows hold from their location on: once the location passes pc, what follows is for later code.
  void advance(uint64_t delta) { location_ += delta * fde_.code_alignment; }

  void set(uint64_t number, RegisterRule::Kind kind, int64_t value) {
    if (number < kRegisters) rules_.registers[number] = {kind, static_cast<int32_t>(value)};
  }
  int64_t factored(uint64_t n) const { return static_cast<int64_t>(n) * fde_.data_alignment; }

  void restore(uint64_t number) {
    if (number < kRegisters)
      rules_.registers[number] = have_initial_ ? initial_.registers[number] : RegisterRule{};
  }

  // Skips the block and answers where it was.
  int32_t block(ByteReader* reader) {
    const auto distance = static_cast<int32_t>(reader->address() - tables_.section.address);
    reader->skip(reader->uleb());
    return distance;
  }

  void define_cfa(uint64_t number, int64_t offset) {
    rules_.cfa_is_expression = false;
    rules_.cfa_register = static_cast<uint32_t>(number < kRegisters ? number : kRegisters);
    rules_.cfa_offset = offset;
  }

  void step(ByteReader* reader, uint8_t op) {
    const uint8_t low = op & 0x3f;
    switch (op & kPrimaryMask) {
      case kAdvanceLoc:
        return advance(low);
      case kOffset:
        return set(low, RegisterRule::kOffset, factored(reader->uleb()));
      case kRestore:
        return restore(low);
      default:
        break;
    }
    if (op >= kSetLoc && op <= kAdvance4) return move(reader, op);
    if ((op >= kDefCfa && op <= kDefCfaExpression) || op == kDefCfaSf || op == kDefCfaOffsetSf)
      return cfa(reader, op);
    if (op == kRememberState || op == kRestoreState) return remember(op);
    if (op == kNop) return;
    if (op == kGnuArgsSize) {
      reader->uleb();
      return;
    }
    register_rule(reader, op);
  }

  void move(ByteReader* reader, uint8_t op) {
    switch (op) {
      case kAdvance1:
        return advance(reader->u8());
      case kAdvance2:
        return advance(reader->u16());
      case kAdvance4:
        return advance(reader->u32());
      default:
        ok_ = false;  // set_loc: nobody writes it into .eh_frame
    }
  }

  void cfa(ByteReader* reader, uint8_t op) {
    switch (op) {
      case kDefCfa: {
        const uint64_t number = reader->uleb();
        return define_cfa(number, static_cast<int64_t>(reader->uleb()));
      }
      case kDefCfaSf: {
        const uint64_t number = reader->uleb();
        return define_cfa(number, reader->sleb() * fde_.data_alignment);
      }
      case kDefCfaRegister:
        return define_cfa(reader->uleb(), rules_.cfa_offset);
      case kDefCfaOffset:
        return define_cfa(rules_.cfa_register, static_cast<int64_t>(reader->uleb()));
      case kDefCfaOffsetSf:
        return define_cfa(rules_.cfa_register, reader->sleb() * fde_.data_alignment);
      default:
        rules_.cfa_is_expression = true;
        rules_.cfa_expression = block(reader);
    }
  }

  void remember(uint8_t op) {
    if (op == kRememberState) {
      ok_ = ok_ && depth_ < kRememberDepth;
      if (ok_) remembered_[depth_++] = rules_;
    } else {
      ok_ = ok_ && depth_ > 0;
      if (ok_) rules_ = remembered_[--depth_];
    }
  }

  void register_rule(ByteReader* reader, uint8_t op) {
    const uint64_t number = reader->uleb();
    switch (op) {
      case kOffsetExtended:
        return set(number, RegisterRule::kOffset, factored(reader->uleb()));
      case kOffsetExtendedSf:
        return set(number, RegisterRule::kOffset, reader->sleb() * fde_.data_alignment);
      case kGnuNegativeOffsetExtended:
        return set(number, RegisterRule::kOffset, -factored(reader->uleb()));
      case kRestoreExtended:
        return restore(number);
      case kUndefined:
        return set(number, RegisterRule::kUndefined, 0);
      case kSameValue:
        return set(number, RegisterRule::kSame, 0);
      case kRegister:
        return set(number, RegisterRule::kRegister, static_cast<int64_t>(reader->uleb()));
      case kValOffset:
        return set(number, RegisterRule::kValueOffset, factored(reader->uleb()));
      case kValOffsetSf:
        return set(number, RegisterRule::kValueOffset, reader->sleb() * fde_.data_alignment);
      case kExpression:
        return set(number, RegisterRule::kExpression, block(reader));
      case kValExpression:
        return set(number, RegisterRule::kValueExpression, block(reader));
      default:
        ok_ = false;
    }
  }

  const UnwindTables& tables_;
  const FrameDescription& fde_;
  const uint64_t pc_;
  FrameRules& rules_;
  uint64_t location_;
  FrameRules initial_;
  bool have_initial_ = false;
  FrameRules remembered_[kRememberDepth];
  unsigned depth_ = 0;
  bool ok_ = true;
};

}  // namespace

bool interpret(const UnwindTables& tables, const FrameDescription& fde, uint64_t pc, FrameRules* rules) {
  *rules = {};
  return Interpreter(tables, fde, pc, rules).run();
}

ExpressionRange expression_at(const Section& section, int32_t distance) {
  ByteReader reader(section, section.address + static_cast<uint64_t>(int64_t{distance}));
  const uint64_t bytes = reader.uleb();
  return {reader.address(), bytes};
}

}  // namespace limpid::recorder::unwind
