// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts core's enumerations to OMPT's. Frequent ones are looked up or computed inline.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <array>

#include "core/data/task.h"
#include "events/events.h"
#include "omp-tools.h"

namespace limpid::tools::ompt5 {

namespace words {

constexpr ompt_work_t of(events::WorkKind kind) {
  using events::WorkKind;
  switch (kind) {
    case WorkKind::loop_static:
      return ompt_work_loop_static;
    case WorkKind::loop_dynamic:
      return ompt_work_loop_dynamic;
    case WorkKind::loop_guided:
      return ompt_work_loop_guided;
    case WorkKind::loop_other:
      return ompt_work_loop_other;
    case WorkKind::sections:
      return ompt_work_sections;
    case WorkKind::single_executor:
      return ompt_work_single_executor;
    case WorkKind::single_other:
      return ompt_work_single_other;
    case WorkKind::workshare:
      return ompt_work_workshare;
    case WorkKind::distribute:
      return ompt_work_distribute;
    case WorkKind::taskloop:
      return ompt_work_taskloop;
    case WorkKind::scope:
      break;
  }
  return ompt_work_scope;
}

constexpr ompt_task_status_t of(events::TaskSwitch reason) {
  using events::TaskSwitch;
  switch (reason) {
    case TaskSwitch::complete:
      return ompt_task_complete;
    case TaskSwitch::yield:
      return ompt_task_yield;
    case TaskSwitch::cancel:
      return ompt_task_cancel;
    case TaskSwitch::detach:
      return ompt_task_detach;
    case TaskSwitch::early_fulfill:
      return ompt_task_early_fulfill;
    case TaskSwitch::late_fulfill:
      return ompt_task_late_fulfill;
    case TaskSwitch::taskwait_complete:
      return ompt_taskwait_complete;
    case TaskSwitch::other:
      break;
  }
  return ompt_task_switch;
}

constexpr ompt_sync_region_t of(events::SyncKind kind) {
  using events::SyncKind;
  switch (kind) {
    case SyncKind::barrier_explicit:
      return ompt_sync_region_barrier_explicit;
    case SyncKind::barrier_implicit_workshare:
      return ompt_sync_region_barrier_implicit_workshare;
    case SyncKind::barrier_implicit_parallel:
      return ompt_sync_region_barrier_implicit_parallel;
    case SyncKind::barrier_teams:
      return ompt_sync_region_barrier_teams;
    case SyncKind::barrier_implementation:
      return ompt_sync_region_barrier_implementation;
    case SyncKind::taskwait:
      return ompt_sync_region_taskwait;
    case SyncKind::taskgroup:
      return ompt_sync_region_taskgroup;
    case SyncKind::reduction:
      break;
  }
  return ompt_sync_region_reduction;
}

constexpr ompt_mutex_t of(events::MutexKind kind) {
  using events::MutexKind;
  switch (kind) {
    case MutexKind::lock:
      return ompt_mutex_lock;
    case MutexKind::nest_lock:
      return ompt_mutex_nest_lock;
    case MutexKind::test_lock:
      return ompt_mutex_test_lock;
    case MutexKind::test_nest_lock:
      return ompt_mutex_test_nest_lock;
    case MutexKind::critical:
      return ompt_mutex_critical;
    case MutexKind::atomic:
      return ompt_mutex_atomic;
    case MutexKind::ordered:
      break;
  }
  return ompt_mutex_ordered;
}

constexpr ompt_dispatch_t of(events::DispatchKind kind) {
  using events::DispatchKind;
  switch (kind) {
    case DispatchKind::iteration:
      return ompt_dispatch_iteration;
    case DispatchKind::section:
      return ompt_dispatch_section;
    case DispatchKind::loop_chunk:
      return ompt_dispatch_ws_loop_chunk;
    case DispatchKind::taskloop_chunk:
      return ompt_dispatch_taskloop_chunk;
    case DispatchKind::distribute_chunk:
      break;
  }
  return ompt_dispatch_distribute_chunk;
}

constexpr ompt_task_flag_t of(core::TaskKind kind) {
  using core::TaskKind;
  switch (kind) {
    case TaskKind::initial:
      return ompt_task_initial;
    case TaskKind::implicit:
      return ompt_task_implicit;
    case TaskKind::explicit_:
      return ompt_task_explicit;
    case TaskKind::target:
      break;
  }
  return ompt_task_target;
}

// OMPT's value for each value of an enumeration that ends with kLast.
template <auto kLast>
inline constexpr auto kTable = [] {
  using From = decltype(kLast);
  std::array<decltype(of(kLast)), static_cast<size_t>(kLast) + 1> table{};
  for (size_t value = 0; value < table.size(); ++value) table[value] = of(static_cast<From>(value));
  return table;
}();

}  // namespace words

inline ompt_scope_endpoint_t endpoint_of(events::Endpoint endpoint) {
  static_assert(static_cast<int>(events::Endpoint::begin) == ompt_scope_begin);
  static_assert(static_cast<int>(events::Endpoint::end) == ompt_scope_end);
  return static_cast<ompt_scope_endpoint_t>(endpoint);
}
inline ompt_work_t work_type_of(events::WorkKind kind) {
  return words::kTable<events::WorkKind::scope>[static_cast<size_t>(kind)];
}
inline ompt_dispatch_t dispatch_kind_of(events::DispatchKind kind) {
  return words::kTable<events::DispatchKind::distribute_chunk>[static_cast<size_t>(kind)];
}
inline ompt_task_status_t status_of(events::TaskSwitch reason) {
  return words::kTable<events::TaskSwitch::taskwait_complete>[static_cast<size_t>(reason)];
}
inline ompt_sync_region_t sync_kind_of(events::SyncKind kind) {
  return words::kTable<events::SyncKind::reduction>[static_cast<size_t>(kind)];
}
inline ompt_mutex_t mutex_kind_of(events::MutexKind kind) {
  return words::kTable<events::MutexKind::ordered>[static_cast<size_t>(kind)];
}

inline int parallel_flags_of(bool league, bool runtime_invokes) {
  int flags = league ? ompt_parallel_league : ompt_parallel_team;
  return flags | (runtime_invokes ? ompt_parallel_invoker_runtime : ompt_parallel_invoker_program);
}

// For omp_all_memory, which has no address, there are only out and inout.
inline bool is_all_memory(const events::Dependence& dependence) {
  return dependence.variable == 0 &&
         (dependence.kind == events::DependenceKind::out || dependence.kind == events::DependenceKind::inout);
}
inline ompt_dependence_type_t dependence_type_of(const events::Dependence& dependence) {
  if (!is_all_memory(dependence)) return static_cast<ompt_dependence_type_t>(dependence.kind);
  return dependence.kind == events::DependenceKind::out ? ompt_dependence_type_out_all_memory
                                                        : ompt_dependence_type_inout_all_memory;
}

ompt_thread_t thread_type_of(events::ThreadKind kind);
int cancel_flags_of(events::CancelKind kind, events::CancelStage stage);
ompt_target_t target_kind_of(events::TargetKind kind, bool nowait);
ompt_target_data_op_t data_op_of(events::DataOp kind, bool async);

// Each property of a task is one bit in both, in the same order.
inline constexpr uint32_t kShownFlags =
    core::kTaskUndeferred | core::kTaskUntied | core::kTaskFinal | core::kTaskMergeable | core::kTaskMerged;
inline constexpr uint32_t kFlagScale = uint32_t{ompt_task_undeferred} / core::kTaskUndeferred;
static_assert(core::kTaskUntied * kFlagScale == uint32_t{ompt_task_untied});
static_assert(core::kTaskFinal * kFlagScale == uint32_t{ompt_task_final});
static_assert(core::kTaskMergeable * kFlagScale == uint32_t{ompt_task_mergeable});
static_assert(core::kTaskMerged * kFlagScale == static_cast<uint32_t>(ompt_task_merged));

// ompt_task_flag_t of a task.
inline int flags_of(const core::Task& task) {
  const uint32_t kind = words::kTable<core::TaskKind::target>[static_cast<size_t>(task.kind)];
  if (task.kind == core::TaskKind::initial || task.kind == core::TaskKind::implicit)
    return static_cast<int>(kind);
  const uint32_t shown = (task.flags & kShownFlags) * kFlagScale;
  return static_cast<int>(shown | (task.is(core::kTaskTaskwait) ? uint32_t{ompt_task_taskwait} : kind));
}

}  // namespace limpid::tools::ompt5
