// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "code/instruction.h"

namespace limpid::cli::code {

// The addresses that a register may hold at one moment, over all ways that lead there.
class Values {
 public:
  static Values unknown() { return Values(true); }
  static Values of(uint64_t address) {
    Values values(false);
    values.list_[values.count_++] = address;
    return values;
  }
  Values() : Values(false) {}

  // Adds what holds on another way. False: nothing new.
  bool join(const Values& other);

  bool known() const { return !unknown_; }
  std::span<const uint64_t> list() const { return {list_.data(), unknown_ ? size_t{0} : count_}; }

 private:
  static constexpr size_t kMost = 8;
  explicit Values(bool unknown) : unknown_(unknown) {}

  std::array<uint64_t, kMost> list_{};
  uint8_t count_ = 0;
  bool unknown_;
};

// The instructions of one function, and what its registers hold where it calls others.
class FunctionCode {
 public:
  // Tells whether a call makes a task record of the entry in its sixth argument (LLVM's compilers).
  using MakesTask = std::function<bool(const Instruction&)>;

  FunctionCode(std::span<const uint8_t> bytes, uint64_t address);

  // False where the bytes could not be read as instructions up to the end.
  bool whole() const { return whole_; }
  const std::vector<Instruction>& instructions() const { return instructions_; }
  bool contains(uint64_t address) const { return begin_ <= address && address < end_; }

  // The call that returns to this address; nullptr if there is none.
  const Instruction* call_before(uint64_t return_address) const;

  // Whether it jumps to places that its code does not name, and that are no cases of a switch.
  bool jumps_anywhere() const;

  // What `reg` may hold when `at`, one of instructions(), begins.
  Values before(const Instruction& at, Register reg, const MakesTask& makes_task);

 private:
  using State = std::array<Values, kRegisters>;
  struct Block {
    size_t first, last;  // indexes of instructions
    State at_begin;
    bool reached = false;
  };

  void make_blocks();
  void follow(const MakesTask& makes_task);
  void enter(size_t block, const State& state, std::vector<size_t>& work);
  void enter_orphans(const State& state, std::vector<size_t>& work);
  static void step(const Instruction& instruction, const MakesTask& makes_task, State& state);
  size_t block_at(uint64_t address) const;

  static constexpr size_t kNone = ~size_t{0};

  uint64_t begin_, end_;
  bool whole_ = true;
  bool followed_ = false;
  std::vector<Instruction> instructions_;
  std::vector<Block> blocks_;
  std::vector<size_t> orphans_;  // blocks that no named jump leads to: cases of switches, landing pads
};

}  // namespace limpid::cli::code
