// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of device constructs and device memory.
// If an event has two callbacks, the record is that of the enabled one, or of the newer one if both are
// enabled.
#include <sched.h>
#include <string.h>

#include "events/events.h"
#include "tools/ompt5/convert.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/trace/record.h"
#include "tools/ompt5/trace/records.h"

namespace limpid::tools::ompt5::trace {
namespace {

ompt_callbacks_t enabled_of(ompt_callbacks_t newer, ompt_callbacks_t older) {
  return event_enabled(newer) ? newer : older;
}

template <class Item>
Item* copy_list(void*& behind, const Item* list, size_t count) {
  auto* copy = static_cast<Item*>(memcpy(behind, list, count * sizeof(Item)));
  behind = copy + count;
  return copy;
}

bool moves_data(events::DataOp kind) {
  return kind == events::DataOp::to_device || kind == events::DataOp::from_device;
}

}  // namespace

void write_native(core::Thread& thread, ompt_native_mon_flag_t flag, ompt_id_t operation, const char* what,
                  int64_t began) {
  if (!native_enabled(flag)) return;
  CallbackScope scope(thread);
  if (!scope) return;
  const ompt_device_time_t now = device_time();
  const auto processor = static_cast<ompt_hwid_t>(sched_getcpu());
  Writing writing(ompt_record_native, operation, sizeof(ompt_record_abstract_t));
  if (!writing) return;
  *static_cast<ompt_record_abstract_t*>(writing.content()) = {
      ompt_record_native_event, what, static_cast<ompt_device_time_t>(began), now, processor};
}

void record_target(const void* what) {
  const auto& event = *static_cast<const events::Target*>(what);
  if (event.offloaded) return;  // only the host is traced
  const void* code = code_of(event.thread, event.return_address);
  write_record(event.thread, enabled_of(ompt_callback_target_emi, ompt_callback_target), [&](auto& record) {
    record.target = {target_kind_of(event.kind, event.nowait),
                     endpoint_of(event.endpoint),
                     event.device,
                     id_of(&event.task),
                     event.target_id,
                     code};
  });
}

// The lists lie behind the record, widest items first.
void record_target_map(const void* what) {
  const auto& event = *static_cast<const events::TargetMap*>(what);
  const void* code = code_of(event.thread, event.return_address);
  const size_t item = 2 * sizeof(void*) + sizeof(size_t) + sizeof(uint32_t);
  write_record(event.thread, enabled_of(ompt_callback_target_map_emi, ompt_callback_target_map),
               device_time(), event.count * item, [&](auto& record, void* behind) {
                 void** host = copy_list(behind, event.host, event.count);
                 void** mapped = copy_list(behind, event.mapped, event.count);
                 size_t* bytes = copy_list(behind, event.bytes, event.count);
                 uint32_t* flags = copy_list(behind, event.flags, event.count);
                 record.target_map = {event.target_id, event.count, host, mapped, bytes, flags, code};
               });
}

// An operation or kernel has one record, of the whole interval.
void record_target_data_op(const void* what) {
  const auto& event = *static_cast<const events::TargetDataOp*>(what);
  if (event.endpoint == events::Endpoint::begin || event.offloaded) return;
  const void* code = code_of(event.thread, event.return_address);
  const ompt_device_time_t end = device_time();
  write_record(event.thread, enabled_of(ompt_callback_target_data_op_emi, ompt_callback_target_data_op),
               static_cast<ompt_device_time_t>(event.began), 0, [&](auto& record, void*) {
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
  if (event.endpoint == events::Endpoint::begin || event.offloaded) return;
  const ompt_device_time_t end = device_time();
  write_record(event.thread, enabled_of(ompt_callback_target_submit_emi, ompt_callback_target_submit),
               static_cast<ompt_device_time_t>(event.began), 0, [&](auto& record, void*) {
                 record.target_kernel = {event.operation, event.requested_teams, event.granted_teams, end};
               });
  write_native(event.thread, ompt_native_kernel_execution, event.operation, "region", event.began);
}

}  // namespace limpid::tools::ompt5::trace
