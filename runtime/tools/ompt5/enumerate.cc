// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations of states and of mutex implementations (5.1, 4.6.1.1 and 4.6.1.2).
#include "tools/ompt5/inquiry.h"
#include "tools/startup/enumeration.h"

namespace limpid::tools::ompt5 {
namespace {

static_assert(kMutexWays[0].number == ompt_mutex_impl_none);

constexpr NamedNumber kStates[] = {
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

}  // namespace

int enumerate_states(int current_state, int* next_state, const char** next_state_name) {
  return next_of(kStates, current_state, next_state, next_state_name);
}

int enumerate_mutex_impls(int current_impl, int* next_impl, const char** next_impl_name) {
  return next_of(kMutexWays, current_impl, next_impl, next_impl_name);
}

}  // namespace limpid::tools::ompt5
