// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace limpid::cli::code {

// The general registers, by the numbers that instructions have for them.
enum Register : uint8_t {
  kRax = 0,
  kRcx = 1,
  kRdx = 2,
  kRbx = 3,
  kRsp = 4,
  kRbp = 5,
  kRsi = 6,
  kRdi = 7,
  kR9 = 9
};
inline constexpr size_t kRegisters = 16;

constexpr uint16_t bit(unsigned reg) {
  return static_cast<uint16_t>(1u << (reg & 15));
}

// What a called function may leave changed, by the System V calling convention: rax, rcx, rdx, rsi, rdi, r8
// to r11.
inline constexpr uint16_t kLostByCalls = 0x0fc7;

// One x86-64 instruction, as far as it matters for who calls whom with which function as an argument.
struct Instruction {
  enum class Flow : uint8_t { kNext, kCall, kJump, kBranch, kStop };
  // What one register holds afterwards: an address, what another register held, either of the two, or none of
  // these.
  enum class Effect : uint8_t { kNone, kConstant, kCopy, kChoice };

  uint64_t address = 0;
  uint64_t target = 0;    // of a direct call, jump or branch; 0: it is not direct
  uint64_t slot = 0;      // where an indirect call or jump reads its target; 0: not a fixed place
  uint64_t constant = 0;  // for Effect::kConstant
  uint16_t lost = 0;      // registers that hold something unknown afterwards
  uint8_t length = 0;
  Flow flow = Flow::kNext;
  Effect effect = Effect::kNone;
  uint8_t to = 0, from = 0;  // for `effect`
  bool reads_table = false;  // loads from memory at a scaled index: how jump tables are read
  bool padding = false;      // a nop: compilers fill up with it in front of what jumps lead to
  bool notrack = false;      // jumps with the prefix that compilers give to jumps through tables

  uint64_t end() const { return address + length; }
};

// Decodes the instruction that begins at `bytes`, which lie at `address`. False: not one that compilers emit,
// or cut off.
bool decode(std::span<const uint8_t> bytes, uint64_t address, Instruction* out);

}  // namespace limpid::cli::code
