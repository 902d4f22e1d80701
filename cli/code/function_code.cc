// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "code/function_code.h"

#include <algorithm>

namespace limpid::cli::code {

using Flow = Instruction::Flow;

bool Values::join(const Values& other) {
  if (unknown_) return false;
  bool news = other.unknown_;
  unknown_ = other.unknown_;
  for (uint64_t address : other.list()) {
    auto end = list_.begin() + count_;
    if (unknown_ || std::find(list_.begin(), end, address) != end) continue;
    news = true;
    if (count_ == kMost) {
      unknown_ = true;
    } else {
      list_[count_++] = address;
    }
  }
  return news;
}

FunctionCode::FunctionCode(std::span<const uint8_t> bytes, uint64_t address)
    : begin_(address), end_(address + bytes.size()) {
  for (size_t at = 0; at < bytes.size();) {
    Instruction instruction;
    if (!decode(bytes.subspan(at), address + at, &instruction)) {
      whole_ = false;
      break;
    }
    instructions_.push_back(instruction);
    at += instruction.length;
  }
}

const Instruction* FunctionCode::call_before(uint64_t return_address) const {
  auto next = std::lower_bound(instructions_.begin(), instructions_.end(), return_address,
                               [](const Instruction& i, uint64_t address) { return i.end() < address; });
  bool found = next != instructions_.end() && next->end() == return_address && next->flow == Flow::kCall;
  return found ? &*next : nullptr;
}

// A switch reads its target from a table shortly before it jumps, or in the jump itself.
bool FunctionCode::jumps_anywhere() const {
  constexpr size_t kNearby = 6;
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction& jump = instructions_[i];
    if (jump.flow != Flow::kJump || jump.target != 0 || jump.slot != 0) continue;
    bool is_switch = jump.notrack || jump.reads_table;
    for (size_t back = 1; back <= std::min(i, kNearby); ++back)
      is_switch |= instructions_[i - back].reads_table;
    if (!is_switch) return true;
  }
  return false;
}

size_t FunctionCode::block_at(uint64_t address) const {
  auto found = std::lower_bound(blocks_.begin(), blocks_.end(), address, [&](const Block& block, uint64_t a) {
    return instructions_[block.first].address < a;
  });
  bool exact = found != blocks_.end() && instructions_[found->first].address == address;
  return exact ? static_cast<size_t>(found - blocks_.begin()) : kNone;
}

void FunctionCode::make_blocks() {
  std::vector<uint64_t> targets;
  for (const Instruction& i : instructions_) {
    if (i.flow != Flow::kCall && i.target != 0 && contains(i.target)) targets.push_back(i.target);
  }
  std::sort(targets.begin(), targets.end());
  bool fresh = true;    // the next instruction begins a block
  bool follows = true;  // control may come from the instruction before
  for (size_t i = 0; i < instructions_.size(); ++i) {
    const Instruction& at = instructions_[i];
    bool is_target = std::binary_search(targets.begin(), targets.end(), at.address);
    if (!is_target && !follows && at.padding) continue;  // nobody comes there
    if (fresh || is_target) {
      if (!is_target && !follows) orphans_.push_back(blocks_.size());
      blocks_.push_back({i, i, {}, false});
    }
    blocks_.back().last = i;
    follows = at.flow != Flow::kJump && at.flow != Flow::kStop;
    fresh = at.flow != Flow::kNext && at.flow != Flow::kCall;
  }
}

void FunctionCode::step(const Instruction& i, const MakesTask& makes_task, State& state) {
  if (i.flow == Flow::kCall) {
    Values task = makes_task(i) ? state[kR9] : Values::unknown();
    for (unsigned reg = 0; reg < kRegisters; ++reg) {
      if ((kLostByCalls & bit(reg)) != 0) state[reg] = Values::unknown();
    }
    state[kRax] = task;  // a task's record stands for its entry
    return;
  }
  for (unsigned reg = 0; i.lost != 0 && reg < kRegisters; ++reg) {
    if ((i.lost & bit(reg)) != 0) state[reg] = Values::unknown();
  }
  if (i.effect == Instruction::Effect::kConstant) state[i.to] = Values::of(i.constant);
  if (i.effect == Instruction::Effect::kCopy) state[i.to] = state[i.from];
  if (i.effect == Instruction::Effect::kChoice) state[i.to].join(state[i.from]);
}

void FunctionCode::enter(size_t block, const State& state, std::vector<size_t>& work) {
  Block& to = blocks_[block];
  bool news = !to.reached;
  to.reached = true;
  for (size_t reg = 0; reg < kRegisters; ++reg) news |= to.at_begin[reg].join(state[reg]);
  if (news) work.push_back(block);
}

void FunctionCode::enter_orphans(const State& state, std::vector<size_t>& work) {
  for (size_t orphan : orphans_) enter(orphan, state, work);
}

void FunctionCode::follow(const MakesTask& makes_task) {
  followed_ = true;
  make_blocks();
  if (blocks_.empty()) return;
  State nothing;
  nothing.fill(Values::unknown());
  std::vector<size_t> work;
  bool switches = std::any_of(instructions_.begin(), instructions_.end(),
                              [](const Instruction& i) { return i.flow == Flow::kJump && i.target == 0; });
  enter(0, nothing, work);
  if (!switches) enter_orphans(nothing, work);
  while (!work.empty()) {
    size_t index = work.back();
    work.pop_back();
    State state = blocks_[index].at_begin;
    for (size_t i = blocks_[index].first; i <= blocks_[index].last; ++i)
      step(instructions_[i], makes_task, state);
    const Instruction& last = instructions_[blocks_[index].last];
    bool jumps = last.flow == Flow::kJump || last.flow == Flow::kBranch;
    if (jumps && last.target == 0) enter_orphans(state, work);
    if (jumps && block_at(last.target) != kNone) enter(block_at(last.target), state, work);
    bool falls = last.flow != Flow::kJump && last.flow != Flow::kStop;
    if (falls && index + 1 < blocks_.size()) enter(index + 1, state, work);
  }
}

Values FunctionCode::before(const Instruction& at, Register reg, const MakesTask& makes_task) {
  if (!followed_) follow(makes_task);
  auto index = static_cast<size_t>(&at - instructions_.data());
  for (const Block& block : blocks_) {
    if (index < block.first || index > block.last || !block.reached) continue;
    State state = block.at_begin;
    for (size_t i = block.first; i < index; ++i) step(instructions_[i], makes_task, state);
    return state[reg];
  }
  return Values::unknown();
}

}  // namespace limpid::cli::code
