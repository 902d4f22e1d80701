// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes operations of events.
#include "tools/trace/device/follow.h"

#include "core/data/thread.h"
#include "tools/startup/code_address.h"
#include "tools/trace/device/device_trace.h"

namespace limpid::tools::trace {
namespace {

using events::DataOp;

// What both kinds of events say.
template <class Event>
Operation common_of(const Event& event) {
  Operation operation = {};
  operation.id = event.operation;
  operation.target = target_id_of(event.target_word, event.target_id);
  operation.thread = event.thread.identity.id;
  return operation;
}

// In whose trace it is recorded.
int32_t device_of(const events::TargetDataOp& event) {
  switch (event.kind) {
    case DataOp::from_device:
    case DataOp::release:
    case DataOp::disassociate:
      return event.source_device;
    case DataOp::allocate:
    case DataOp::to_device:
    case DataOp::associate:
      break;
  }
  return event.destination_device;
}

Operation operation_of(const events::TargetDataOp& event) {
  Operation operation = common_of(event);
  operation.device = device_of(event);
  operation.kind = event.kind;
  operation.async = event.async;
  operation.source = event.source;
  operation.source_device = event.source_device;
  operation.destination = event.destination;
  operation.destination_device = event.destination_device;
  operation.bytes = event.bytes;
  operation.code = startup::code_of(event.thread, event.return_address);
  return operation;
}

Operation operation_of(const events::TargetSubmit& event) {
  Operation operation = common_of(event);
  operation.device = event.device;
  operation.is_kernel = true;
  operation.requested_teams = event.requested_teams;
  operation.teams = event.granted_teams;
  return operation;
}

template <class Event>
void follow_either(const Event& event) {
  if (event.thread.tools.nesting != 0) return;  // the tool's own use of OpenMP
  if (event.endpoint == events::Endpoint::begin) return begin_operation(operation_of(event));
  if (const uint32_t number = end_operation()) write_operation(number, operation_of(event));
}

}  // namespace

void follow(const events::TargetDataOp& event) {
  follow_either(event);
}

void follow(const events::TargetSubmit& event) {
  follow_either(event);
}

}  // namespace limpid::tools::trace
