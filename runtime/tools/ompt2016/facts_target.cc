// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target constructs, and the host as their device.
#include "events/facts.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/facts.h"
#include "tools/ompt2016/trace.h"

namespace limpid::tools::ompt2016 {
namespace {

using events::Endpoint;

ompt_target_type_t target_type(events::TargetKind kind) {
  switch (kind) {
    case events::TargetKind::target:
      return ompt_target;
    case events::TargetKind::enter_data:
      return ompt_target_enter_data;
    case events::TargetKind::exit_data:
      return ompt_target_exit_data;
    case events::TargetKind::update:
      break;
  }
  return ompt_target_update;
}

constexpr uint32_t kMapFlags = ompt_target_map_flag_to | ompt_target_map_flag_from |
                               ompt_target_map_flag_alloc | ompt_target_map_flag_release |
                               ompt_target_map_flag_delete;
static_assert(static_cast<int>(events::kMapTo) == ompt_target_map_flag_to);
static_assert(static_cast<int>(events::kMapFrom) == ompt_target_map_flag_from);
static_assert(static_cast<int>(events::kMapAlloc) == ompt_target_map_flag_alloc);
static_assert(static_cast<int>(events::kMapRelease) == ompt_target_map_flag_release);
static_assert(static_cast<int>(events::kMapDelete) == ompt_target_map_flag_delete);

template <class Fact>
ompt_record_ompt_t record_of(ompt_event_t event, const Fact& fact) {
  ompt_record_ompt_t record = {};
  record.type = event;
  record.time = static_cast<ompt_target_time_t>(fact.began);
  record.thread_id = fact.thread.id;
  record.target_id = fact.target_id;
  return record;
}

struct DataOperation {
  ompt_target_data_op_t type;
  void* host;
  void* device;
};

DataOperation operation_of(const events::TargetDataOp& fact) {
  switch (fact.kind) {
    case events::DataOp::allocate:
      return {ompt_target_data_alloc, nullptr, fact.destination};
    case events::DataOp::to_device:
      return {ompt_target_data_transfer_to_dev, fact.source, fact.destination};
    case events::DataOp::from_device:
      return {ompt_target_data_transfer_from_dev, fact.destination, fact.source};
    case events::DataOp::release:
    case events::DataOp::associate:
    case events::DataOp::disassociate:
      break;
  }
  return {ompt_target_data_delete, nullptr, fact.source};
}

void trace_data(const events::TargetDataOp& fact, const DataOperation& operation) {
  ompt_record_ompt_t entry = record_of(ompt_event_target_data, fact);
  entry.record.data = {fact.operation,   operation.type, operation.host,
                       operation.device, fact.bytes,     device_time()};
  record(fact.thread, entry);
}

void trace_submit(const events::TargetSubmit& fact) {
  ompt_record_ompt_t entry = record_of(ompt_event_target_submit, fact);
  entry.record.kernel = {fact.operation, fact.granted_teams, device_time()};
  record(fact.thread, entry);
}

}  // namespace

void on_target(const void* what) {
  const auto& fact = *static_cast<const events::Target*>(what);
  dispatch<ompt_scoped_target_callback_t>(
      fact.thread, ompt_event_target, int32_t{fact.device}, target_type(fact.kind), uint64_t{fact.task.id},
      endpoint_of(fact.endpoint), uint64_t{fact.target_id}, code_of(fact));
}

// The report knows no associations. The callback comes before transfers and deletions and after allocations,
// the record always after.
void on_target_data(const void* what) {
  const auto& fact = *static_cast<const events::TargetDataOp*>(what);
  if (fact.kind == events::DataOp::associate || fact.kind == events::DataOp::disassociate) return;
  const bool ended = fact.endpoint == Endpoint::end;
  const DataOperation operation = operation_of(fact);
  if (ended && !fact.offloaded) trace_data(fact, operation);
  if (ended != (fact.kind == events::DataOp::allocate)) return;
  dispatch<ompt_target_data_callback_t>(fact.thread, ompt_event_target_data, uint64_t{fact.target_id},
                                        uint64_t{fact.operation}, operation.type, operation.host,
                                        operation.device, size_t{fact.bytes});
}

void on_target_map(const void* what) {
  const auto& fact = *static_cast<const events::TargetMap*>(what);
  constexpr uint32_t kAtOnce = 32;
  for (uint32_t first = 0; first < fact.count; first += kAtOnce) {
    uint32_t flags[kAtOnce];
    uint32_t count = fact.count - first < kAtOnce ? fact.count - first : kAtOnce;
    for (uint32_t i = 0; i < count; ++i) flags[i] = fact.flags[first + i] & kMapFlags;
    dispatch<ompt_target_data_map_callback_t>(fact.thread, ompt_event_target_data_map,
                                              uint64_t{fact.target_id}, count, fact.host + first,
                                              fact.mapped + first, fact.bytes + first, &flags[0]);
  }
}

// The host grants what is asked for; one team when nothing is said.
void on_target_submit(const void* what) {
  const auto& fact = *static_cast<const events::TargetSubmit*>(what);
  if (fact.endpoint == Endpoint::end) {
    if (!fact.offloaded) trace_submit(fact);
    return;
  }
  uint32_t granted = fact.requested_teams != 0 ? fact.requested_teams : 1;
  dispatch<ompt_target_submit_callback_t>(fact.thread, ompt_event_target_submit, uint64_t{fact.target_id},
                                          uint64_t{fact.operation}, uint32_t{fact.requested_teams}, granted);
}

}  // namespace limpid::tools::ompt2016
