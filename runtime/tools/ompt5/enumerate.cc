// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What states and what ways of mutual exclusion there are (5.1, 4.6.1.1 and 4.6.1.2).
#include <stddef.h>

#include "tools/ompt5/inquiry.h"

namespace limpid::tools::ompt5 {
namespace {

struct Name {
  int number;
  const char* name;
};

constexpr Name kStates[] = {
    {ompt_state_undefined, "ompt_state_undefined"},
    {ompt_state_work_serial, "ompt_state_work_serial"},
    {ompt_state_work_parallel, "ompt_state_work_parallel"},
    {ompt_state_work_reduction, "ompt_state_work_reduction"},
    {ompt_state_wait_barrier_implicit_parallel, "ompt_state_wait_barrier_implicit_parallel"},
    {ompt_state_wait_barrier_implicit_workshare, "ompt_state_wait_barrier_implicit_workshare"},
    {ompt_state_wait_barrier_explicit, "ompt_state_wait_barrier_explicit"},
    {ompt_state_wait_barrier_implementation, "ompt_state_wait_barrier_implementation"},
    {ompt_state_wait_barrier_teams, "ompt_state_wait_barrier_teams"},
    {ompt_state_wait_taskwait, "ompt_state_wait_taskwait"},
    {ompt_state_wait_taskgroup, "ompt_state_wait_taskgroup"},
    {ompt_state_wait_lock, "ompt_state_wait_lock"},
    {ompt_state_wait_critical, "ompt_state_wait_critical"},
    {ompt_state_wait_atomic, "ompt_state_wait_atomic"},
    {ompt_state_wait_ordered, "ompt_state_wait_ordered"},
    {ompt_state_wait_target, "ompt_state_wait_target"},
    {ompt_state_wait_target_map, "ompt_state_wait_target_map"},
    {ompt_state_wait_target_update, "ompt_state_wait_target_update"},
    {ompt_state_idle, "ompt_state_idle"},
    {ompt_state_overhead, "ompt_state_overhead"},
};

constexpr Name kMutexImpls[] = {
    {ompt_mutex_impl_none, "none"},
    {1, "limpid_mutex_futex"},  // one word; contended threads sleep in the kernel
    {2, "limpid_mutex_turn"},   // ordered: turns are handed on in iteration order
};

template <size_t N>
int next_of(const Name (&names)[N], int current, int* next, const char** name) {
  for (size_t i = 0; i + 1 < N; ++i) {
    if (names[i].number != current) continue;
    if (next != nullptr) *next = names[i + 1].number;
    if (name != nullptr) *name = names[i + 1].name;
    return 1;
  }
  return 0;
}

}  // namespace

int enumerate_states(int current_state, int* next_state, const char** next_state_name) {
  return next_of(kStates, current_state, next_state, next_state_name);
}

int enumerate_mutex_impls(int current_impl, int* next_impl, const char** next_impl_name) {
  return next_of(kMutexImpls, current_impl, next_impl, next_impl_name);
}

}  // namespace limpid::tools::ompt5
