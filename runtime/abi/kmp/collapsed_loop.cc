// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collapsed loop nests that the compiler leaves to the runtime.
// Intel's compiler does so for nests that are not rectangular.
#include "abi/kmp/static_loop.h"
#include "base/check.h"
#include "core/loop/loop_nest.h"

using namespace limpid;
using namespace limpid::abi;

namespace {

enum Comparison : int32_t { kLessOrEqual, kGreaterOrEqual, kNotEqual, kLess, kGreater };

// One loop as the compiler describes it. Types: 0 and 1 are an unsigned and a signed byte, then 16, 32 and 64
// bits.
struct NestBounds {
  int32_t type;           // of the bounds
  int32_t variable_type;  // of the iteration variable
  int32_t comparison;     // becomes one of the inclusive ones
  int32_t outer;          // number of the loop on whose variable the bounds depend
  uint64_t lower;         // the bounds are lower + lower_factor * value of that variable, and so on
  uint64_t lower_factor;
  uint64_t upper;
  uint64_t upper_factor;
  int64_t step;
  uint64_t trip;  // for rectangular nests: number of iterations
};
static_assert(sizeof(NestBounds) == 64);

bool is_signed(const NestBounds& bounds) {
  return bounds.type % 2 == 1;
}

int bits_of(const NestBounds& bounds) {
  return 8 << bounds.type / 2;
}

// No value of the type is beyond the bound, so there is no inclusive form of the comparison.
bool is_end_of_type(const NestBounds& bounds) {
  const uint64_t all = ~uint64_t{0} >> (64 - bits_of(bounds)), top = all / 2 + 1;
  const uint64_t lowest = is_signed(bounds) ? top : 0;
  const uint64_t end = bounds.comparison == kLess ? lowest : lowest - 1;
  return bounds.upper_factor == 0 && ((bounds.upper ^ end) & all) == 0;
}

void make_empty(NestBounds& bounds) {
  bounds.lower_factor = 0;
  bounds.lower = bounds.comparison == kLess ? 1 : 0;
  bounds.upper = 1 - bounds.lower;
}

// Makes the comparison inclusive. != goes in the direction of the step.
void make_inclusive(NestBounds& bounds) {
  if (bounds.comparison == kNotEqual) bounds.comparison = bounds.step > 0 ? kLess : kGreater;
  if (bounds.comparison != kLess && bounds.comparison != kGreater) return;
  const bool up = bounds.comparison == kLess;
  if (is_end_of_type(bounds)) {
    make_empty(bounds);
  } else {
    bounds.upper += up ? ~uint64_t{0} : 1;
  }
  bounds.comparison = up ? kLessOrEqual : kGreaterOrEqual;
}

core::NestLoop decode(const NestBounds& bounds) {
  core::NestLoop loop;
  loop.first = bounds.lower;
  loop.first_factor = bounds.lower_factor;
  loop.last = bounds.upper;
  loop.last_factor = bounds.upper_factor;
  loop.step = bounds.step;
  loop.outer = static_cast<uint32_t>(bounds.outer);
  loop.is_signed = is_signed(bounds);
  loop.bits = static_cast<uint8_t>(bits_of(bounds));
  return loop;
}

core::LoopNest nest_of(NestBounds* bounds, int32_t depth) {
  if (depth < 1 || depth > static_cast<int32_t>(core::LoopNest::kMostLoops))
    base::fatal("a nest of %d collapsed loops, expected 1 to %u", depth, core::LoopNest::kMostLoops);
  core::LoopNest nest(static_cast<uint32_t>(depth));
  for (uint32_t level = 0; level < nest.depth(); ++level) {
    make_inclusive(bounds[level]);
    nest.loop(level) = decode(bounds[level]);
  }
  return nest;
}

// The part from iteration first to iteration last, as their values at all levels.
void describe_part(const core::LoopNest& nest, const NestBounds* bounds, uint64_t first, uint64_t last,
                   NestBounds* part) {
  uint64_t from[core::LoopNest::kMostLoops], to[core::LoopNest::kMostLoops];
  nest.find(first, from);
  nest.find(last, to);
  for (uint32_t level = 0; level < nest.depth(); ++level) {
    part[level] = bounds[level];
    part[level].lower = from[level];
    part[level].upper = to[level];
    part[level].lower_factor = part[level].upper_factor = 0;
  }
}

}  // namespace

extern "C" {

// The thread's block of a nest. Returns whether it has iterations.
int32_t __kmpc_for_collapsed_init(const Ident* where, int32_t, NestBounds* bounds, NestBounds* part,
                                  int32_t depth, int32_t* last) {
  core::Thread& self = core::this_thread();
  const core::LoopNest nest = nest_of(bounds, depth);
  core::StaticShare<uint64_t> share({1, nest.count(), 1});
  if (share.trip != 0) share.take_block(self.index, self.team_size);
  const bool any = share.first < share.trip;
  if (last != nullptr) *last = share.last;
  if (any) describe_part(nest, bounds, share.range.lower - 1, share.range.upper - 1, part);
  if (needs_entry_scope(self)) [[unlikely]] {
    core::EntryScope entry(self);
    emit_or_set_up(self, work_kind(where, kStatic), kStatic, 0, share);
  }
  return any;
}

// For rectangular nests: the number of iterations of each loop, and of all together.
uint64_t __kmpc_process_loop_nest_rectang(const Ident*, int32_t, NestBounds* bounds, int32_t depth) {
  const core::LoopNest nest = nest_of(bounds, depth);
  const uint64_t no_values[core::LoopNest::kMostLoops] = {};
  uint64_t product = 1;
  for (uint32_t level = 0; level < nest.depth(); ++level) {
    bounds[level].trip = nest.trip(level, no_values);
    product *= bounds[level].trip;
  }
  return product;
}

// The values of the iteration variables in iteration `number` of such a nest.
void __kmpc_calc_original_ivs_rectang(const Ident*, uint64_t number, const NestBounds* bounds,
                                      uint64_t* values, int32_t depth) {
  for (int32_t level = depth - 1; level >= 0; --level) {
    const NestBounds& loop = bounds[level];
    values[level] = loop.lower + number % loop.trip * static_cast<uint64_t>(loop.step);
    number /= loop.trip;
  }
}
}
