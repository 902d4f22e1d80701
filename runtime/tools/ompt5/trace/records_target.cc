// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of device constructs and device memory.
// If an event has two callbacks, the record is that of the enabled one, or of the newer one if both are
// enabled.
#include <sched.h>
#include <string.h>

#include "events/events.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/trace/engine_device.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/records.h"
#include "tools/trace/device/follow.h"

namespace limpid::tools::ompt5::trace {
namespace {

template <class Item>
Item* copy_list(void*& behind, const Item* list, size_t count) {
  auto* copy = static_cast<Item*>(memcpy(behind, list, count * sizeof(Item)));
  behind = copy + count;
  return copy;
}

bool moves_data(events::DataOp kind) {
  return kind == events::DataOp::to_device || kind == events::DataOp::from_device;
}

template <class Event>
ompt_id_t target_id_of(const Event& event) {
  return tools::trace::target_id_of(event.target_word, event.target_id);
}

// A native record: an interval in which the host did `what`, a name that stays valid.
void write_native(core::Thread& thread, ompt_native_mon_flag_t flag, ompt_id_t operation, const char* what,
                  int64_t began) {
  if (!g_host.native_enabled(flag)) return;
  CallbackScope scope(thread);
  if (!scope) return;
  const ompt_device_time_t now = device_time();
  const auto processor = static_cast<ompt_hwid_t>(sched_getcpu());
  Writing writing(g_host, ompt_record_native, operation, sizeof(ompt_record_abstract_t));
  if (!writing) return;
  *static_cast<ompt_record_abstract_t*>(writing.content()) = {
      ompt_record_native_event, what, static_cast<ompt_device_time_t>(began), now, processor};
}

}  // namespace

void record_target(const void* what) {
  const auto& event = *static_cast<const events::Target*>(what);
  if (event.offloaded) return record_engine_target(event);
  const void* code = code_of(event.thread, event.return_address);
  const ompt_callbacks_t type = g_host.enabled_of(ompt_callback_target_emi, ompt_callback_target);
  const ompt_id_t id = target_id_of(event);
  write_record(event.thread, type, device_time(), 0, id, [&](auto& record, void*) {
    record.target = {target_kind_of(event.kind, event.nowait),
                     endpoint_of(event.endpoint),
                     event.device,
                     id_of(&event.task),
                     id,
                     code};
  });
}

// The lists lie behind the record, widest items first.
void write_map(Recording& recording, const events::TargetMap& event) {
  const void* code = code_of(event.thread, event.return_address);
  const size_t item = 2 * sizeof(void*) + sizeof(size_t) + sizeof(uint32_t);
  const RecordHead head = {recording.enabled_of(ompt_callback_target_map_emi, ompt_callback_target_map),
                           device_time(), event.thread.identity.id, target_id_of(event)};
  write_into(recording, head, event.count * item, [&](auto& record, void* behind) {
    void** host = copy_list(behind, event.host, event.count);
    void** mapped = copy_list(behind, event.mapped, event.count);
    size_t* bytes = copy_list(behind, event.bytes, event.count);
    uint32_t* flags = copy_list(behind, event.flags, event.count);
    record.target_map = {head.target, event.count, host, mapped, bytes, flags, code};
  });
}

void record_target_map(const void* what) {
  const auto& event = *static_cast<const events::TargetMap*>(what);
  if (event.offloaded) return record_engine_map(event);
  CallbackScope scope(event.thread);
  if (scope) write_map(g_host, event);
}

// An operation or kernel has one record, of the whole interval.
void record_target_data_op(const void* what) {
  const auto& event = *static_cast<const events::TargetDataOp*>(what);
  if (event.offloaded) return tools::trace::follow(event);
  if (event.endpoint == events::Endpoint::begin) return;
  const void* code = code_of(event.thread, event.return_address);
  const ompt_device_time_t end = device_time();
  const ompt_callbacks_t type =
      g_host.enabled_of(ompt_callback_target_data_op_emi, ompt_callback_target_data_op);
  write_record(event.thread, type, static_cast<ompt_device_time_t>(event.began), 0, target_id_of(event),
               [&](auto& record, void*) {
                 record.target_data_op = {event.operation,
                                          data_op_of(event.kind, event.async),
                                          event.source,
                                          event.source_device,
                                          event.destination,
                                          event.destination_device,
                                          event.bytes,
                                          end,
                                          code};
               });
  if (moves_data(event.kind))
    write_native(event.thread, ompt_native_data_motion_explicit, event.operation, "memcpy", event.began);
}

void record_target_submit(const void* what) {
  const auto& event = *static_cast<const events::TargetSubmit*>(what);
  if (event.offloaded) return tools::trace::follow(event);
  if (event.endpoint == events::Endpoint::begin) return;
  const ompt_device_time_t end = device_time();
  const ompt_callbacks_t type =
      g_host.enabled_of(ompt_callback_target_submit_emi, ompt_callback_target_submit);
  write_record(event.thread, type, static_cast<ompt_device_time_t>(event.began), 0, target_id_of(event),
               [&](auto& record, void*) {
                 record.target_kernel = {event.operation, event.requested_teams, event.granted_teams, end};
               });
  write_native(event.thread, ompt_native_kernel_execution, event.operation, "region", event.began);
}

}  // namespace limpid::tools::ompt5::trace
