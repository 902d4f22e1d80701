// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What states and what ways of mutual exclusion there are (report, sections 5.1 and 5.2).
#include <stddef.h>

#include "tools/ompt2016/inquiry.h"

namespace limpid::tools::ompt2016 {
namespace {

struct Name {
  uint32_t number;
  const char* name;
};

// An enumeration begins with the first row, which is not part of it. All that may be reported.
constexpr Name kStates[] = {
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

constexpr Name kMutexKinds[] = {
    {ompt_mutex_kind_unknown, "unknown"},
    {1, "limpid_mutex_futex"},  // one word; contended threads sleep in the kernel
    {2, "limpid_mutex_turn"},   // ordered: turns are handed on in iteration order
};

template <size_t N>
const Name* next_of(const Name (&names)[N], uint32_t current) {
  for (size_t i = 0; i + 1 < N; ++i) {
    if (names[i].number == current) return &names[i + 1];
  }
  return nullptr;
}

}  // namespace

bool enumerate_states(omp_state_t current_state, omp_state_t* next_state, const char** next_state_name) {
  const Name* next = next_of(kStates, current_state);
  if (next == nullptr) return false;
  if (next_state != nullptr) *next_state = static_cast<omp_state_t>(next->number);
  if (next_state_name != nullptr) *next_state_name = next->name;
  return true;
}

bool enumerate_mutex_kinds(uint32_t current_kind, uint32_t* next_kind, const char** next_kind_name) {
  const Name* next = next_of(kMutexKinds, current_kind);
  if (next == nullptr) return false;
  if (next_kind != nullptr) *next_kind = next->number;
  if (next_kind_name != nullptr) *next_kind_name = next->name;
  return true;
}

}  // namespace limpid::tools::ompt2016
