// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns vectors of iteration variables into iteration numbers of a doacross loop.
#include "core/loop/doacross_bounds.h"

#include "base/check.h"
#include "core/loop/doacross.h"

namespace limpid::core {
namespace {

constexpr uint64_t kOutside = ~uint64_t{0};

// Steps from the lower bound. Values before it become huge, which is outside as well.
uint64_t steps_to(const DoacrossBounds& bounds, int64_t value) {
  const uint64_t distance = static_cast<uint64_t>(value) - static_cast<uint64_t>(bounds.lower);
  if (bounds.step == 1 || bounds.step == 0) return distance;
  if (bounds.step < 0) {
    const uint64_t size = 0 - static_cast<uint64_t>(bounds.step), back = 0 - distance;
    return value > bounds.lower ? kOutside : back / size;
  }
  return value < bounds.lower ? kOutside : distance / static_cast<uint64_t>(bounds.step);
}

// Number of steps in each dimension.
struct Steps {
  const DoacrossBounds* bounds;
  uint64_t more;  // 1: upper bounds are inclusive; 0: exclusive, as Clang passes them

  [[nodiscard]] uint64_t count(uint32_t dimension) const {
    return steps_to(bounds[dimension], bounds[dimension].upper) + more;
  }

  // How many of the outer dimensions have this trip count together (collapse); 0: no number of them does.
  [[nodiscard]] uint32_t collapsed_into(uint64_t trip, uint32_t dimensions) const {
    uint64_t product = 1;
    for (uint32_t outer = 0; outer < dimensions;) {
      product *= count(outer++);
      if (product == trip) return outer;
    }
    return 0;
  }
};

// Number of an iteration of the loop, from the values of all dimensions that it collapses.
uint64_t outer_number(const WorkshareCursor& cursor, const int64_t* values) {
  if (cursor.doacross.collapsed == 1) return steps_to(cursor.doacross.bounds[0], values[0]);
  const Steps steps{cursor.doacross.bounds, cursor.doacross.more};
  uint64_t number = 0;
  for (uint32_t i = 0; i < cursor.doacross.collapsed; ++i) {
    const uint64_t step = steps_to(cursor.doacross.bounds[i], values[i]), count = steps.count(i);
    if (step >= count) return kOutside;
    number = number * count + step;
  }
  return number;
}

[[gnu::always_inline]] inline IterationVector vector_of(Thread& self, uint64_t outer, const int64_t* values) {
  const WorkshareCursor& cursor = self.member->workshares;
  IterationVector vector(self, outer);
  for (uint32_t i = cursor.doacross.collapsed; vector.wants_more(); ++i)
    vector.add(steps_to(cursor.doacross.bounds[i], values[i]));
  return vector;
}

}  // namespace

void start_announced_doacross(Thread& self, LoopRequest& request) {
  WorkshareCursor& cursor = self.member->workshares;
  const uint32_t dimensions = cursor.doacross.announced;
  cursor.doacross.announced = 0;
  Steps steps{cursor.doacross.bounds, 0};
  uint32_t collapsed = steps.collapsed_into(request.space.trip, dimensions);
  if (collapsed == 0) {
    steps.more = 1;
    collapsed = steps.collapsed_into(request.space.trip, dimensions);
  }
  if (collapsed == 0) collapsed = 1;
  cursor.doacross.more = static_cast<uint8_t>(steps.more);
  cursor.doacross.collapsed = collapsed;
  LIMPID_DCHECK(collapsed >= 1 && collapsed <= dimensions);
  request.collapsed = collapsed;
  request.dimensions = dimensions - collapsed + 1;
  auto* counts = static_cast<uint64_t*>(__builtin_alloca((dimensions + 1) * sizeof(uint64_t)));
  counts[0] = request.space.trip;
  for (uint32_t i = 1; i < request.dimensions; ++i) counts[i] = steps.count(collapsed + i - 1);
  for (uint32_t i = 0; i < collapsed; ++i) counts[request.dimensions + i] = steps.count(i);
  request.counts = counts;
  start_loop(self, request);
}

template <class A>
void post_iteration(Thread& self, const int64_t* values) {
  if (doacross_loop(self) == nullptr) return;
  doacross_post<A>(self, vector_of(self, outer_number(self.member->workshares, values), values));
}

void wait_for_iteration(Thread& self, const int64_t* values) {
  if (doacross_loop(self) == nullptr) return;
  const uint64_t outer = outer_number(self.member->workshares, values);
  if (!is_silent(self, outer)) doacross_wait(self, vector_of(self, outer, values));
}

template void post_iteration<events::Observed>(Thread&, const int64_t*);
template void post_iteration<events::Unobserved>(Thread&, const int64_t*);

}  // namespace limpid::core
