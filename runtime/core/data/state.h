// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The thread states.
#pragma once

#include <stdint.h>

namespace limpid::core {

// What a thread is doing: the union of the states of all tool interfaces. Each adapter maps them to its own
// numbers.
enum class State : uint32_t {
  undefined,
  overhead,
  work_serial,
  work_parallel,
  work_reduction,
  idle,
  wait_barrier_explicit,
  wait_barrier_implicit_workshare,
  wait_barrier_implicit_parallel,
  wait_barrier_implementation,
  wait_barrier_teams,
  wait_taskwait,
  wait_taskgroup,
  wait_lock,
  wait_nest_lock,
  wait_critical,
  wait_atomic,
  wait_ordered,
  wait_target,
  wait_target_map,
  wait_target_update,
};

}  // namespace limpid::core
