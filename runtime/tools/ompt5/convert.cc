// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions of core's enumerations that are too rare to be inlined.
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
    case events::DataOp::associate:
      return ompt_target_data_associate;
    case events::DataOp::disassociate:
      return ompt_target_data_disassociate;
  }
  if (!async) return static_cast<ompt_target_data_op_t>(value);
  // The asynchronous operations are numbered without associate and disassociate.
  if (value == ompt_target_data_delete) return ompt_target_data_delete_async;
  return static_cast<ompt_target_data_op_t>(value - ompt_target_data_alloc + ompt_target_data_alloc_async);
}

}  // namespace limpid::tools::ompt5
