// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The enumerations of states and of mutex kinds (report, sections 5.1 and 5.2).
#include "tools/ompt2016/inquiry.h"
#include "tools/startup/enumeration.h"

namespace limpid::tools::ompt2016 {
namespace {

static_assert(kMutexWays[0].number == ompt_mutex_kind_unknown);

// All states that may be reported.
constexpr NamedNumber kStates[] = {
    {omp_state_undefined, "omp_state_undefined"},
    {omp_state_idle, "omp_state_idle"},
    {omp_state_work_serial, "omp_state_work_serial"},
    {omp_state_work_parallel, "omp_state_work_parallel"},
    {omp_state_work_reduction, "omp_state_work_reduction"},
    {omp_state_overhead, "omp_state_overhead"},
    {omp_state_wait_barrier, "omp_state_wait_barrier"},
    {omp_state_wait_barrier_implicit, "omp_state_wait_barrier_implicit"},
    {omp_state_wait_barrier_explicit, "omp_state_wait_barrier_explicit"},
    {omp_state_wait_taskwait, "omp_state_wait_taskwait"},
    {omp_state_wait_taskgroup, "omp_state_wait_taskgroup"},
    {omp_state_wait_lock, "omp_state_wait_lock"},
    {omp_state_wait_critical, "omp_state_wait_critical"},
    {omp_state_wait_atomic, "omp_state_wait_atomic"},
    {omp_state_wait_ordered, "omp_state_wait_ordered"},
    {omp_state_wait_target, "omp_state_wait_target"},
    {omp_state_wait_target_data, "omp_state_wait_target_data"},
    {omp_state_wait_target_update, "omp_state_wait_target_update"},
};

}  // namespace

bool enumerate_states(omp_state_t current_state, omp_state_t* next_state, const char** next_state_name) {
  return next_of(kStates, current_state, next_state, next_state_name);
}

bool enumerate_mutex_kinds(uint32_t current_kind, uint32_t* next_kind, const char** next_kind_name) {
  return next_of(kMutexWays, current_kind, next_kind, next_kind_name);
}

}  // namespace limpid::tools::ompt2016
