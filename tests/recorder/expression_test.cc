// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unwind/expression.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace limpid::recorder::unwind {
namespace {

struct Outcome {
  bool ok;
  uint64_t value;
};

Outcome run(const std::vector<uint8_t>& code, const Registers& registers, const uint64_t* initial = nullptr) {
  const uint64_t memory[2] = {0x1122334455667788, 42};
  const StackView stack(reinterpret_cast<uint64_t>(memory), reinterpret_cast<uint64_t>(memory + 2));
  const Section section{code.data(), 0x1000, code.size()};
  Outcome out{};
  out.ok = evaluate(section, {0x1000, code.size()}, registers, stack, initial, &out.value);
  return out;
}

Outcome run(const std::vector<uint8_t>& code) {
  return run(code, Registers{});
}

TEST(Expression, Arithmetic) {
  EXPECT_EQ(run({0x35, 0x33, 0x22}).value, 8u);              // 5 3 plus
  EXPECT_EQ(run({0x35, 0x33, 0x1c}).value, 2u);              // 5 3 minus
  EXPECT_EQ(run({0x31, 0x34, 0x24}).value, 16u);             // 1 4 shl
  EXPECT_EQ(run({0x35, 0x1f}).value, ~uint64_t{0} - 4);      // 5 neg
  EXPECT_EQ(run({0x09, 0xfe, 0x19}).value, 2u);              // -2 abs
  EXPECT_EQ(run({0x35, 0x23, 0x80, 0x01}).value, 133u);      // 5 plus_uconst 128
  EXPECT_EQ(run({0x31, 0x32, 0x33, 0x17}).value, 2u);        // 1 2 3 rot
  EXPECT_EQ(run({0x31, 0x32, 0x33, 0x17, 0x13}).value, 1u);  // 1 2 3 rot drop
}

TEST(Expression, PltStub) {
  // rsp + 8 + ((rip & 15) >= 11) * 8: how linkers describe the CFA inside a lazy PLT entry.
  const std::vector<uint8_t> plt = {0x77, 0x08, 0x80, 0x00, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22};
  Registers registers;
  registers.set(kStackPointer, 0x5000);
  registers.set(kReturnAddress, 0x400010);
  EXPECT_EQ(run(plt, registers).value, 0x5008u);
  registers.set(kReturnAddress, 0x40001b);
  EXPECT_EQ(run(plt, registers).value, 0x5010u);
}

TEST(Expression, InitialValueAndBranches) {
  const uint64_t initial = 7;
  EXPECT_EQ(run({0x31, 0x22}, Registers{}, &initial).value, 8u);
  EXPECT_EQ(run({0x31, 0x28, 0x01, 0x00, 0x32, 0x39}).value, 9u);  // 1 bra +1 (over lit2) 9
}

TEST(Expression, RefusesNonsense) {
  EXPECT_FALSE(run({}).ok);                        // nothing on the stack
  EXPECT_FALSE(run({0x22}).ok);                    // plus of nothing
  EXPECT_FALSE(run({0x31, 0xff}).ok);              // unknown operation
  EXPECT_FALSE(run({0x0e, 0x01}).ok);              // constant cut short
  EXPECT_FALSE(run({0x77, 0x00}).ok);              // unknown register
  EXPECT_FALSE(run({0x31, 0x06}).ok);              // reads address 1
  EXPECT_FALSE(run({0x31, 0x2f, 0xfc, 0xff}).ok);  // loops for ever
  std::vector<uint8_t> deep(100, 0x31);
  EXPECT_FALSE(run(deep).ok);  // stack too deep
}

}  // namespace
}  // namespace limpid::recorder::unwind
