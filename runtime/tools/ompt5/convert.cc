// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/ompt5/convert.h"

namespace limpid::tools::ompt5 {
namespace {

static_assert(static_cast<int>(events::kMapTo) == ompt_target_map_flag_to);
static_assert(static_cast<int>(events::kMapFrom) == ompt_target_map_flag_from);
static_assert(static_cast<int>(events::kMapAlloc) == ompt_target_map_flag_alloc);
static_assert(static_cast<int>(events::kMapRelease) == ompt_target_map_flag_release);
static_assert(static_cast<int>(events::kMapDelete) == ompt_target_map_flag_delete);
static_assert(static_cast<int>(events::kMapImplicit) == ompt_target_map_flag_implicit);
static_assert(static_cast<int>(events::kMapAlways) == ompt_target_map_flag_always);
static_assert(static_cast<int>(events::kMapPresent) == ompt_target_map_flag_present);
static_assert(static_cast<int>(events::kMapClose) == ompt_target_map_flag_close);
static_assert(static_cast<int>(events::kMapShared) == ompt_target_map_flag_shared);

}  // namespace

ompt_thread_t thread_type_of(events::ThreadKind kind) {
  switch (kind) {
    case events::ThreadKind::initial:
      return ompt_thread_initial;
    case events::ThreadKind::worker:
      return ompt_thread_worker;
    case events::ThreadKind::other:
      break;
  }
  return ompt_thread_other;
}

int parallel_flags_of(bool league, bool runtime_invokes) {
  int flags = league ? ompt_parallel_league : ompt_parallel_team;
  return flags | (runtime_invokes ? ompt_parallel_invoker_runtime : ompt_parallel_invoker_program);
}

ompt_work_t work_type_of(events::WorkKind kind) {
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

ompt_task_status_t status_of(events::TaskSwitch reason) {
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

// Of all kinds only inout is said of omp_all_memory, which has no address.
ompt_dependence_type_t dependence_type_of(const events::Dependence& dependence) {
  using events::DependenceKind;
  if (dependence.variable == 0 && dependence.kind == DependenceKind::inout)
    return ompt_dependence_type_inout_all_memory;
  switch (dependence.kind) {
    case DependenceKind::in:
      return ompt_dependence_type_in;
    case DependenceKind::out:
      return ompt_dependence_type_out;
    case DependenceKind::inout:
      return ompt_dependence_type_inout;
    case DependenceKind::mutexinoutset:
      return ompt_dependence_type_mutexinoutset;
    case DependenceKind::source:
      return ompt_dependence_type_source;
    case DependenceKind::sink:
      return ompt_dependence_type_sink;
    case DependenceKind::inoutset:
      break;
  }
  return ompt_dependence_type_inoutset;
}

int cancel_flags_of(events::CancelKind kind, events::CancelStage stage) {
  int flags = 0;
  switch (kind) {
    case events::CancelKind::parallel:
      flags = ompt_cancel_parallel;
      break;
    case events::CancelKind::sections:
      flags = ompt_cancel_sections;
      break;
    case events::CancelKind::loop:
      flags = ompt_cancel_loop;
      break;
    case events::CancelKind::taskgroup:
      flags = ompt_cancel_taskgroup;
      break;
  }
  switch (stage) {
    case events::CancelStage::activated:
      return flags | ompt_cancel_activated;
    case events::CancelStage::detected:
      return flags | ompt_cancel_detected;
    case events::CancelStage::discarded_task:
      break;
  }
  return flags | ompt_cancel_discarded_task;
}

int flags_of(const core::Task& task) {
  int flags = 0;
  switch (task.kind) {
    case core::TaskKind::initial:
      return ompt_task_initial;
    case core::TaskKind::implicit:
      return ompt_task_implicit;
    case core::TaskKind::explicit_:
      flags = ompt_task_explicit;
      break;
    case core::TaskKind::target:
      flags = ompt_task_target;
      break;
  }
  if (task.is(core::kTaskTaskwait)) flags = ompt_task_taskwait;
  if (task.is(core::kTaskUndeferred)) flags |= ompt_task_undeferred;
  if (task.is(core::kTaskUntied)) flags |= ompt_task_untied;
  if (task.is(core::kTaskFinal)) flags |= ompt_task_final;
  if (task.is(core::kTaskMergeable)) flags |= ompt_task_mergeable;
  if (task.is(core::kTaskMerged)) flags |= ompt_task_merged;
  return flags;
}

ompt_sync_region_t sync_kind_of(events::SyncKind kind) {
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

ompt_mutex_t mutex_kind_of(events::MutexKind kind) {
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

ompt_target_t target_kind_of(events::TargetKind kind, bool nowait) {
  int value = ompt_target;
  switch (kind) {
    case events::TargetKind::target:
      break;
    case events::TargetKind::enter_data:
      value = ompt_target_enter_data;
      break;
    case events::TargetKind::exit_data:
      value = ompt_target_exit_data;
      break;
    case events::TargetKind::update:
      value = ompt_target_update;
      break;
  }
  constexpr int kNowait = ompt_target_nowait - ompt_target;
  return static_cast<ompt_target_t>(nowait ? value + kNowait : value);
}

ompt_target_data_op_t data_op_of(events::DataOp kind, bool async) {
  int value = ompt_target_data_alloc;
  switch (kind) {
    case events::DataOp::allocate:
      break;
    case events::DataOp::to_device:
      value = ompt_target_data_transfer_to_device;
      break;
    case events::DataOp::from_device:
      value = ompt_target_data_transfer_from_device;
      break;
    case events::DataOp::release:
      value = ompt_target_data_delete;
      break;
  }
  if (!async) return static_cast<ompt_target_data_op_t>(value);
  // The numbers of the asynchronous ones have no gap for associate and disassociate.
  if (value == ompt_target_data_delete) return ompt_target_data_delete_async;
  return static_cast<ompt_target_data_op_t>(value - ompt_target_data_alloc + ompt_target_data_alloc_async);
}

}  // namespace limpid::tools::ompt5
