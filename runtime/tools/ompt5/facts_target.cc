// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device constructs and device memory. Of the two forms of each callback a tool that registers both gets the
// one that 5.1 introduced; the older one comes once: for a submission at its begin, for a data operation at
// its end.
#include "events/facts.h"
#include "tools/ompt5/device.h"
#include "tools/ompt5/dispatch.h"
#include "tools/ompt5/facts.h"

namespace limpid::tools::ompt5 {
namespace {

using events::Endpoint;

bool is_registered(ompt_callbacks_t event) {
  return callback<ompt_callback_t>(event) != nullptr;
}

// A construct that a device library executes without a deferred task is an included target task, of which
// core knows nothing: its word, as long as it is the thread's innermost.
constinit thread_local uint64_t t_included_word = 0;

template <class Fact>
ompt_data_t* target_task_of(const Fact& fact) {
  if (fact.target_task != nullptr || !fact.offloaded) return data_of(fact.target_task);
  return fact.target_id != 0 ? data_of(t_included_word) : nullptr;
}

// What is the host's comes after the beginning of the host as a device; a device library tells of its own.
template <class Fact>
bool may_tell(const Fact& fact) {
  return fact.offloaded || introduce_device(fact.thread);
}

}  // namespace

void on_target(const void* what) {
  const auto& fact = *static_cast<const events::Target*>(what);
  const void* code = code_of(fact.thread, fact.return_address);
  if (!may_tell(fact)) return;
  if (fact.offloaded && fact.endpoint == Endpoint::begin) t_included_word = 0;
  if (!fact.offloaded && fact.endpoint == Endpoint::begin && fact.kind == events::TargetKind::target)
    introduce_code(fact.thread, code);
  ompt_target_t kind = target_kind_of(fact.kind, fact.nowait);
  ompt_scope_endpoint_t endpoint = endpoint_of(fact.endpoint);
  if (is_registered(ompt_callback_target_emi)) {
    dispatch<ompt_callback_target_emi_t>(fact.thread, ompt_callback_target_emi, kind, endpoint, fact.device,
                                         data_of(fact.task), target_task_of(fact), data_of(fact.target_word),
                                         code);
  } else {
    dispatch<ompt_callback_target_t>(fact.thread, ompt_callback_target, kind, endpoint, fact.device,
                                     data_of(fact.task), fact.target_id, code);
  }
}

void on_target_map(const void* what) {
  const auto& fact = *static_cast<const events::TargetMap*>(what);
  const void* code = code_of(fact.thread, fact.return_address);
  if (!introduce_device(fact.thread)) return;
  if (is_registered(ompt_callback_target_map_emi)) {
    dispatch<ompt_callback_target_map_emi_t>(fact.thread, ompt_callback_target_map_emi,
                                             data_of(fact.target_word), fact.count, fact.host, fact.mapped,
                                             fact.bytes, fact.flags, code);
  } else {
    dispatch<ompt_callback_target_map_t>(fact.thread, ompt_callback_target_map, fact.target_id, fact.count,
                                         fact.host, fact.mapped, fact.bytes, fact.flags, code);
  }
}

void on_target_data_op(const void* what) {
  const auto& fact = *static_cast<const events::TargetDataOp*>(what);
  const void* code = code_of(fact.thread, fact.return_address);
  if (!may_tell(fact)) return;
  ompt_target_data_op_t kind = data_op_of(fact.kind, fact.async);
  if (is_registered(ompt_callback_target_data_op_emi)) {
    dispatch<ompt_callback_target_data_op_emi_t>(
        fact.thread, ompt_callback_target_data_op_emi, endpoint_of(fact.endpoint), target_task_of(fact),
        data_of(fact.target_word), &fact.operation, kind, fact.source, fact.source_device, fact.destination,
        fact.destination_device, fact.bytes, code);
  } else if (fact.endpoint == Endpoint::end) {
    dispatch<ompt_callback_target_data_op_t>(fact.thread, ompt_callback_target_data_op, fact.target_id,
                                             fact.operation, kind, fact.source, fact.source_device,
                                             fact.destination, fact.destination_device, fact.bytes, code);
  }
}

void on_target_submit(const void* what) {
  const auto& fact = *static_cast<const events::TargetSubmit*>(what);
  if (!may_tell(fact)) return;
  if (is_registered(ompt_callback_target_submit_emi)) {
    dispatch<ompt_callback_target_submit_emi_t>(fact.thread, ompt_callback_target_submit_emi,
                                                endpoint_of(fact.endpoint), data_of(fact.target_word),
                                                &fact.operation, fact.requested_teams);
  } else if (fact.endpoint == Endpoint::begin) {
    dispatch<ompt_callback_target_submit_t>(fact.thread, ompt_callback_target_submit, fact.target_id,
                                            fact.operation, fact.requested_teams);
  }
}

// A device library's device cannot be traced, so there is nothing to look up.
void on_device_begin(const void* what) {
  const auto& fact = *static_cast<const events::DeviceBegin*>(what);
  dispatch<ompt_callback_device_initialize_t>(fact.thread, ompt_callback_device_initialize, fact.device,
                                              fact.type, static_cast<ompt_device_t*>(fact.handle), nullptr,
                                              fact.documentation);
}

void on_device_end(const void* what) {
  const auto& fact = *static_cast<const events::DeviceEnd*>(what);
  dispatch<ompt_callback_device_finalize_t>(fact.thread, ompt_callback_device_finalize, fact.device);
}

void on_device_load(const void* what) {
  const auto& fact = *static_cast<const events::DeviceLoad*>(what);
  dispatch<ompt_callback_device_load_t>(fact.thread, ompt_callback_device_load, fact.device, fact.file,
                                        fact.offset_in_file, fact.address_in_file, fact.bytes,
                                        fact.host_address, fact.device_address, fact.module);
}

void on_device_unload(const void* what) {
  const auto& fact = *static_cast<const events::DeviceUnload*>(what);
  dispatch<ompt_callback_device_unload_t>(fact.thread, ompt_callback_device_unload, fact.device, fact.module);
}

}  // namespace limpid::tools::ompt5
