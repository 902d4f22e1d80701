// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handlers for target constructs, with the host as their device.
#include "events/events.h"
#include "tools/ompt2016/data_operation.h"
#include "tools/ompt2016/dispatch.h"
#include "tools/ompt2016/events.h"
#include "tools/ompt2016/trace.h"
#include "tools/trace/device/follow.h"

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

template <class Event>
ompt_record_ompt_t record_of(ompt_event_t type, const Event& event) {
  ompt_record_ompt_t record = {};
  record.type = type;
  record.time = static_cast<ompt_target_time_t>(event.began);
  record.thread_id = event.thread.identity.id;
  record.target_id = event.target_id;
  return record;
}

void write(const core::Thread& thread, const ompt_record_ompt_t& record) {
  if (thread.tools.nesting == 0) g_host.write(record);  // else the tool's own use of OpenMP
}

void trace_data(const events::TargetDataOp& event, const DataOperation& operation) {
  ompt_record_ompt_t entry = record_of(ompt_event_target_data, event);
  entry.record.data = {event.operation,  operation.type, operation.host,
                       operation.device, event.bytes,    device_time()};
  write(event.thread, entry);
}

void trace_submit(const events::TargetSubmit& event) {
  ompt_record_ompt_t entry = record_of(ompt_event_target_submit, event);
  entry.record.kernel = {event.operation, event.granted_teams, device_time()};
  write(event.thread, entry);
}

}  // namespace

void on_target(const void* what) {
  const auto& event = *static_cast<const events::Target*>(what);
  dispatch<ompt_scoped_target_callback_t>(
      event.thread, ompt_event_target, int32_t{event.device}, target_type(event.kind),
      uint64_t{event.task.id}, endpoint_of(event.endpoint), uint64_t{event.target_id}, code_of(event));
}

// The report has no associations. The callback comes before transfers and deletions and after allocations,
// the record always afterwards.
void on_target_data(const void* what) {
  const auto& event = *static_cast<const events::TargetDataOp*>(what);
  if (is_association(event.kind)) return;
  const bool ended = event.endpoint == Endpoint::end;
  const DataOperation operation = decode(event.kind, event.source, event.destination);
  if (ended && !event.offloaded) trace_data(event, operation);
  if (ended == (event.kind == events::DataOp::allocate))
    dispatch<ompt_target_data_callback_t>(event.thread, ompt_event_target_data, uint64_t{event.target_id},
                                          uint64_t{event.operation}, operation.type, operation.host,
                                          operation.device, size_t{event.bytes});
  if (event.offloaded) tools::trace::follow(event);
}

void on_target_map(const void* what) {
  const auto& event = *static_cast<const events::TargetMap*>(what);
  constexpr uint32_t kAtOnce = 32;
  for (uint32_t first = 0; first < event.count; first += kAtOnce) {
    uint32_t flags[kAtOnce];
    uint32_t count = event.count - first < kAtOnce ? event.count - first : kAtOnce;
    for (uint32_t i = 0; i < count; ++i) flags[i] = event.flags[first + i] & kMapFlags;
    dispatch<ompt_target_data_map_callback_t>(event.thread, ompt_event_target_data_map,
                                              uint64_t{event.target_id}, count, event.host + first,
                                              event.mapped + first, event.bytes + first, &flags[0]);
  }
}

// The host grants the requested number of teams, or one if none is requested.
void on_target_submit(const void* what) {
  const auto& event = *static_cast<const events::TargetSubmit*>(what);
  if (event.endpoint == Endpoint::end)
    return event.offloaded ? tools::trace::follow(event) : trace_submit(event);
  uint32_t granted = event.requested_teams != 0 ? event.requested_teams : 1;
  dispatch<ompt_target_submit_callback_t>(event.thread, ompt_event_target_submit, uint64_t{event.target_id},
                                          uint64_t{event.operation}, uint32_t{event.requested_teams},
                                          granted);
  if (event.offloaded) tools::trace::follow(event);
}

}  // namespace limpid::tools::ompt2016
