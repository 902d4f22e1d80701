// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind/expression.h"

namespace limpid::recorder::unwind {

namespace {

constexpr unsigned kDepth = 24;
constexpr unsigned kStepLimit = 256;

enum Operation : uint8_t {
  kAddr = 0x03,
  kDeref = 0x06,
  kConst1u = 0x08,
  kConst1s,
  kConst2u,
  kConst2s,
  kConst4u,
  kConst4s,
  kConst8u,
  kConst8s,
  kConstu,
  kConsts,
  kDup,
  kDrop,
  kOver,
  kPick,
  kSwap,
  kRot,
  kAbs = 0x19,
  kAnd,
  kDiv,
  kMinus,
  kMod,
  kMul,
  kNeg,
  kNot,
  kOr,
  kPlus,
  kPlusUconst,
  kShl,
  kShr,
  kShra,
  kXor,
  kBra,
  kEq,
  kGe,
  kGt,
  kLe,
  kLt,
  kNe,
  kSkip,
  kLit0 = 0x30,
  kLit31 = 0x4f,
  kReg0 = 0x50,
  kReg31 = 0x6f,
  kBreg0 = 0x70,
  kBreg31 = 0x8f,
  kBregx = 0x92,
  kDerefSize = 0x94,
  kNop = 0x96,
};

class Machine {
 public:
  Machine(ByteReader reader, const Registers& registers, const StackView& stack)
      : reader_(reader), registers_(registers), stack_(stack) {}

  bool run(const uint64_t* initial, uint64_t* result) {
    if (initial != nullptr) push(*initial);
    for (unsigned i = 0; i < kStepLimit && !reader_.at_end() && ok_; ++i) step(reader_.u8());
    *result = pop();
    return ok_ && reader_.ok() && reader_.at_end();
  }

 private:
  void push(uint64_t v) {
    if (top_ == kDepth) {
      ok_ = false;
    } else {
      value_[top_++] = v;
    }
  }
  uint64_t pop() {
    if (top_ == 0) {
      ok_ = false;
      return 0;
    }
    return value_[--top_];
  }
  void pick(unsigned below) {
    if (below >= top_) {
      ok_ = false;
    } else {
      push(value_[top_ - 1 - below]);
    }
  }

  void step(uint8_t op) {
    if (op >= kLit0 && op <= kLit31) return push(op - kLit0);
    if (op >= kBreg0 && op <= kBreg31) return push_register(op - kBreg0, reader_.sleb());
    if (op >= kReg0 && op <= kReg31) return push_register(op - kReg0, 0);
    if (op >= kAddr && op <= kConsts) return constant_or_memory(op);
    if (op >= kDup && op <= kRot) return shuffle(op);
    if (op == kNop) return;
    if (op == kBregx) {
      const uint64_t n = reader_.uleb();
      return push_register(n, reader_.sleb());
    }
    if (op == kDerefSize) return load(reader_.u8());
    if (op == kBra || op == kSkip) return branch(op);
    if (op == kAbs || op == kNeg || op == kNot || op == kPlusUconst) return unary(op);
    binary(op);
  }

  void push_register(uint64_t n, int64_t offset) {
    if (!registers_.has(static_cast<unsigned>(n)) || n >= kRegisters) {
      ok_ = false;
    } else {
      push(registers_.value[n] + static_cast<uint64_t>(offset));
    }
  }

  void load(uint64_t bytes) {
    uint64_t word = 0;
    const uint64_t address = pop();
    if (bytes == 0 || bytes > 8 || !ok_ || !stack_.read(address, &word)) {
      ok_ = false;
      return;
    }
    push(bytes == 8 ? word : word & ((uint64_t{1} << bytes * 8) - 1));
  }

  void constant_or_memory(uint8_t op) {
    switch (op) {
      case kAddr:
      case kConst8u:
      case kConst8s:
        return push(reader_.u64());
      case kDeref:
        return load(8);
      case kConst1u:
        return push(reader_.u8());
      case kConst1s:
        return push_signed(static_cast<int8_t>(reader_.u8()));
      case kConst2u:
        return push(reader_.u16());
      case kConst2s:
        return push_signed(static_cast<int16_t>(reader_.u16()));
      case kConst4u:
        return push(reader_.u32());
      case kConst4s:
        return push_signed(static_cast<int32_t>(reader_.u32()));
      case kConstu:
        return push(reader_.uleb());
      case kConsts:
        return push_signed(reader_.sleb());
      default:
        ok_ = false;
    }
  }
  void push_signed(int64_t v) { push(static_cast<uint64_t>(v)); }

  void shuffle(uint8_t op) {
    if (op == kDup) return pick(0);
    if (op == kOver) return pick(1);
    if (op == kPick) return pick(reader_.u8());
    const uint64_t a = pop();
    if (op == kDrop) return;
    const uint64_t b = pop();
    if (op == kSwap) {
      push(a);
      push(b);
      return;
    }
    const uint64_t c = pop();
    push(a);
    push(c);
    push(b);
  }

  void branch(uint8_t op) {
    const auto distance = static_cast<int16_t>(reader_.u16());
    if (op == kSkip || pop() != 0) reader_.seek(reader_.address() + static_cast<uint64_t>(int64_t{distance}));
  }

  void unary(uint8_t op) {
    const uint64_t a = pop();
    if (op == kPlusUconst) return push(a + reader_.uleb());
    if (op == kNot) return push(~a);
    const bool negate = op == kNeg || static_cast<int64_t>(a) < 0;
    push(negate ? uint64_t{0} - a : a);
  }

  void binary(uint8_t op) {
    const uint64_t b = pop();
    const uint64_t a = pop();
    const auto sa = static_cast<int64_t>(a), sb = static_cast<int64_t>(b);
    switch (op) {
      case kAnd:
        return push(a & b);
      case kOr:
        return push(a | b);
      case kXor:
        return push(a ^ b);
      case kPlus:
        return push(a + b);
      case kMinus:
        return push(a - b);
      case kMul:
        return push(a * b);
      case kDiv:
        return b == 0 || b == ~uint64_t{0} ? push(uint64_t{0} - (b == 0 ? 0 : a)) : push_signed(sa / sb);
      case kMod:
        return push(b == 0 ? 0 : a % b);
      case kShl:
        return push(b < 64 ? a << b : 0);
      case kShr:
        return push(b < 64 ? a >> b : 0);
      case kShra:
        return push_signed(sa >> (b < 64 ? b : 63));
      case kEq:
        return push(a == b);
      case kNe:
        return push(a != b);
      case kGe:
        return push(sa >= sb);
      case kGt:
        return push(sa > sb);
      case kLe:
        return push(sa <= sb);
      case kLt:
        return push(sa < sb);
      default:
        ok_ = false;
    }
  }

  ByteReader reader_;
  const Registers& registers_;
  const StackView& stack_;
  uint64_t value_[kDepth] = {};
  unsigned top_ = 0;
  bool ok_ = true;
};

}  // namespace

bool evaluate(const Section& section, ExpressionRange range, const Registers& registers,
              const StackView& stack, const uint64_t* initial, uint64_t* result) {
  ByteReader reader(section, range.address);
  reader.limit(range.address + range.bytes);
  return Machine(reader, registers, stack).run(initial, result);
}

}  // namespace limpid::recorder::unwind
