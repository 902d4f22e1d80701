// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code/instruction.h"

#include <gtest/gtest.h>

#include <vector>

namespace limpid::cli::code {
namespace {

using Bytes = std::vector<uint8_t>;
using Flow = Instruction::Flow;
using Effect = Instruction::Effect;

constexpr uint64_t kHere = 0x1000;

Instruction decoded(const Bytes& bytes) {
  Instruction instruction;
  EXPECT_TRUE(decode(bytes, kHere, &instruction));
  EXPECT_EQ(instruction.length, bytes.size());
  return instruction;
}

TEST(Instruction, LengthsOfEveryShape) {
  const std::vector<Bytes> kWhole = {
      {0xf3, 0x0f, 0x1e, 0xfa},                                      // endbr64
      {0x55},                                                        // push %rbp
      {0x48, 0x81, 0xec, 0x00, 0x10, 0x00, 0x00},                    // sub $0x1000,%rsp
      {0x66, 0x81, 0x3c, 0x24, 0x34, 0x12},                          // cmpw $0x1234,(%rsp)
      {0x48, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8},                          // movabs
      {0xf6, 0x45, 0x08, 0x01},                                      // testb $1,8(%rbp)
      {0xf7, 0xd8},                                                  // neg %eax
      {0xc5, 0xf8, 0x77},                                            // vzeroupper
      {0xc4, 0xe3, 0x7d, 0x19, 0xc1, 0x01},                          // vextractf128 $1,%ymm0,%xmm1
      {0x62, 0xf1, 0x7c, 0x48, 0x28, 0x44, 0x24, 0x01},              // vmovaps 64(%rsp),%zmm0
      {0x66, 0x0f, 0x3a, 0x0b, 0xc1, 0x09},                          // roundsd $9,%xmm1,%xmm0
      {0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00},  // a long nop
      {0x64, 0x48, 0x8b, 0x04, 0x25, 0x28, 0x00, 0x00, 0x00},        // mov %fs:0x28,%rax
      {0x0f, 0xa4, 0xc2, 0x05},                                      // shld $5,%eax,%edx
  };
  for (const Bytes& bytes : kWhole) decoded(bytes);
}

TEST(Instruction, CutOffOrUnknownIsRefused) {
  Instruction instruction;
  for (const Bytes& bytes : {Bytes{}, Bytes{0x48}, Bytes{0xe8, 0, 0}, Bytes{0x06}, Bytes{0x0f, 0x0c}})
    EXPECT_FALSE(decode(bytes, kHere, &instruction));
}

TEST(Instruction, CallsAndJumpsKnowTheirTargets) {
  Instruction call = decoded({0xe8, 0xfb, 0x0f, 0x00, 0x00});
  EXPECT_EQ(call.flow, Flow::kCall);
  EXPECT_EQ(call.target, 0x2000u);
  EXPECT_EQ(decoded({0xeb, 0xfe}).target, kHere);
  EXPECT_EQ(decoded({0x0f, 0x84, 0xfa, 0x00, 0x00, 0x00}).flow, Flow::kBranch);
  Instruction stub = decoded({0xf2, 0xff, 0x25, 0xf9, 0x0f, 0x00, 0x00});  // bnd jmp *0xff9(%rip)
  EXPECT_EQ(stub.flow, Flow::kJump);
  EXPECT_EQ(stub.target, 0u);
  EXPECT_EQ(stub.slot, 0x2000u);
  EXPECT_TRUE(decoded({0x3e, 0xff, 0xe0}).notrack);
  EXPECT_EQ(decoded({0xc3}).flow, Flow::kStop);
}

TEST(Instruction, AddressesThatRegistersGet) {
  Instruction lea = decoded({0x48, 0x8d, 0x3d, 0xf9, 0x0f, 0x00, 0x00});  // lea 0xff9(%rip),%rdi
  EXPECT_EQ(lea.effect, Effect::kConstant);
  EXPECT_EQ(lea.to, kRdi);
  EXPECT_EQ(lea.constant, 0x2000u);
  Instruction number = decoded({0xbf, 0x20, 0x11, 0x40, 0x00});  // mov $0x401120,%edi
  EXPECT_EQ(number.effect, Effect::kConstant);
  EXPECT_EQ(number.constant, 0x401120u);
  Instruction copy = decoded({0x4c, 0x89, 0xff});  // mov %r15,%rdi
  EXPECT_EQ(copy.effect, Effect::kCopy);
  EXPECT_EQ(copy.to, kRdi);
  EXPECT_EQ(copy.from, 15);
  Instruction choice = decoded({0x48, 0x0f, 0x4c, 0xd0});  // cmovl %rax,%rdx
  EXPECT_EQ(choice.effect, Effect::kChoice);
  EXPECT_EQ(choice.to, kRdx);
}

TEST(Instruction, RegistersThatAreLost) {
  EXPECT_EQ(decoded({0x31, 0xf6}).lost, bit(kRsi)) << "xor %esi,%esi leaves rdx alone";
  EXPECT_EQ(decoded({0x30, 0xf6}).lost, bit(kRdx)) << "xor %dh,%dh";
  EXPECT_EQ(decoded({0x48, 0x39, 0xfe}).lost, 0) << "cmp %rdi,%rsi";
  EXPECT_EQ(decoded({0x48, 0x8b, 0x3c, 0x24}).lost, bit(kRdi)) << "mov (%rsp),%rdi";
  EXPECT_EQ(decoded({0x48, 0x89, 0x3c, 0x24}).lost, 0) << "mov %rdi,(%rsp)";
  EXPECT_EQ(decoded({0x0f, 0x28, 0xfe}).lost, 0) << "movaps %xmm6,%xmm7";
  EXPECT_EQ(decoded({0x41, 0x5f}).lost, bit(15)) << "pop %r15";
  EXPECT_EQ(decoded({0xf2, 0x48, 0x0f, 0x2d, 0xf8}).lost, bit(kRdi)) << "cvtsd2si %xmm0,%rdi";
}

}  // namespace
}  // namespace limpid::cli::code
