// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What registers hold where a function calls others.
#include "code/function_code.h"

#include <gtest/gtest.h>

#include <vector>

namespace limpid::cli::code {
namespace {

constexpr uint64_t kBegin = 0x1000;

// What rdi may hold at the call that returns to the end of the code.
std::vector<uint64_t> passed(const std::vector<uint8_t>& bytes) {
  FunctionCode code(bytes, kBegin);
  EXPECT_TRUE(code.whole());
  const Instruction* call = code.call_before(kBegin + bytes.size());
  EXPECT_NE(call, nullptr);
  if (call == nullptr) return {};
  const Values values = code.before(*call, kRdi, [](const Instruction&) { return false; });
  return {values.list().begin(), values.list().end()};
}

TEST(FunctionCode, PaddingBehindAJumpLeadsNowhere) {
  EXPECT_EQ(passed({
                0x48, 0x8d, 0x1d, 0xf9, 0x0f, 0x00, 0x00,  // lea 0xff9(%rip),%rbx
                0xeb, 0x09,                                // jmp to the mov
                0x0f, 0x1f, 0x40, 0x00,                    // nopl, up to where the loop begins
                0x90,                                      // nop
                0x85, 0xc0,                                // test %eax,%eax
                0x74, 0xfc,                                // je to the test
                0x48, 0x89, 0xdf,                          // mov %rbx,%rdi
                0xe8, 0x00, 0x00, 0x00, 0x00,              // call
            }),
            std::vector<uint64_t>{0x2000});
}

TEST(FunctionCode, ALandingPadBehindAJumpMayBeReached) {
  EXPECT_EQ(passed({
                0x48, 0x8d, 0x1d, 0xf9, 0x0f, 0x00, 0x00,  // lea 0xff9(%rip),%rbx
                0xeb, 0x03,                                // jmp to the mov
                0x48, 0x89, 0xc3,                          // mov %rax,%rbx: nothing in the code leads here
                0x48, 0x89, 0xdf,                          // mov %rbx,%rdi
                0xe8, 0x00, 0x00, 0x00, 0x00,              // call
            }),
            std::vector<uint64_t>{});
}

}  // namespace
}  // namespace limpid::cli::code
