// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From core's enumerations to OMPT's.
#pragma once

#include "core/task/task.h"
#include "events/facts.h"
#include "omp-tools.h"

namespace limpid::tools::ompt5 {

inline ompt_scope_endpoint_t endpoint_of(events::Endpoint endpoint) {
  return endpoint == events::Endpoint::begin ? ompt_scope_begin : ompt_scope_end;
}

ompt_thread_t thread_type_of(events::ThreadKind kind);
int parallel_flags_of(bool league, bool runtime_invokes);
ompt_work_t work_type_of(events::WorkKind kind);
ompt_task_status_t status_of(events::TaskSwitch reason);
ompt_dependence_type_t dependence_type_of(const events::Dependence& dependence);
int cancel_flags_of(events::CancelKind kind, events::CancelStage stage);
ompt_sync_region_t sync_kind_of(events::SyncKind kind);
ompt_mutex_t mutex_kind_of(events::MutexKind kind);
ompt_target_t target_kind_of(events::TargetKind kind, bool nowait);
ompt_target_data_op_t data_op_of(events::DataOp kind, bool async);

// ompt_task_flag_t of a task.
int flags_of(const core::Task& task);

}  // namespace limpid::tools::ompt5
