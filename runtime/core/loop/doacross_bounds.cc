// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/doacross_bounds.h"

#include "core/loop/doacross.h"

namespace limpid::core {
namespace {

// Steps from the lower bound. Values below it become huge, which is outside as well; so do values between two
// steps count as outside for a step that is not 1.
uint64_t steps_to(const DoacrossBounds& bounds, int64_t value) {
  const uint64_t distance = static_cast<uint64_t>(value) - static_cast<uint64_t>(bounds.lower);
  if (bounds.step == 1 || bounds.step == 0) return distance;
  if (bounds.step < 0) {
    const uint64_t size = 0 - static_cast<uint64_t>(bounds.step), back = 0 - distance;
    return value > bounds.lower ? ~uint64_t{0} : back / size;
  }
  return value < bounds.lower ? ~uint64_t{0} : distance / static_cast<uint64_t>(bounds.step);
}

IterationVector iteration_of(Thread& self, const int64_t* values) {
  const DoacrossBounds* bounds = self.member->workshares.doacross_bounds;
  IterationVector iteration(self, steps_to(*bounds, *values));
  while (iteration.wants_more()) iteration.add(steps_to(*++bounds, *++values));
  return iteration;
}

// The upper bounds of some compilers are the last values, those of others (Clang) one step beyond. The outer
// loop, whose number of iterations is known, tells which.
bool upper_is_last(const DoacrossBounds& outer, uint64_t trip) {
  return steps_to(outer, outer.upper) + 1 == trip;
}

}  // namespace

void start_announced_doacross(Thread& self, LoopRequest& request) {
  WorkshareCursor& cursor = self.member->workshares;
  const DoacrossBounds* bounds = cursor.doacross_bounds;
  const uint32_t dimensions = cursor.doacross_announced;
  auto* counts = static_cast<uint64_t*>(__builtin_alloca(dimensions * sizeof(uint64_t)));
  const uint64_t more = upper_is_last(bounds[0], request.space.trip) ? 1 : 0;
  for (uint32_t i = 0; i < dimensions; ++i) counts[i] = steps_to(bounds[i], bounds[i].upper) + more;
  request.dimensions = dimensions;
  request.counts = counts;
  cursor.doacross_announced = 0;
  start_loop(self, request);
}

void post_iteration(Thread& self, const int64_t* values) {
  if (doacross_loop(self) != nullptr) doacross_post(self, iteration_of(self, values));
}

void wait_for_iteration(Thread& self, const int64_t* values) {
  if (doacross_loop(self) != nullptr) doacross_wait(self, iteration_of(self, values));
}

}  // namespace limpid::core
