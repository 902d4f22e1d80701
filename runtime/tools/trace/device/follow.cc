// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes operations of events.
#include "tools/trace/device/follow.h"

#include "core/data/thread.h"
#include "tools/startup/code_address.h"
#include "tools/trace/device/device_trace.h"

namespace limpid::tools::trace {
namespace {

using events::DataOp;

template <class Event>
Operation operation_of(const Event& event) {
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

template <class Event>
void pass_on(const Operation& operation, const Event& event) {
  if (event.thread.tools.nesting != 0) return;  // the tool's own use of OpenMP
  if (event.endpoint == events::Endpoint::begin)
    begin_operation(operation);
  else
    end_operation(operation);
}

}  // namespace

void follow(const events::TargetDataOp& event) {
  Operation operation = operation_of(event);
  operation.device = device_of(event);
  operation.kind = event.kind;
  operation.async = event.async;
  operation.source = event.source;
  operation.source_device = event.source_device;
  operation.destination = event.destination;
  operation.destination_device = event.destination_device;
  operation.bytes = event.bytes;
  operation.code = startup::code_of(event.thread, event.return_address);
  pass_on(operation, event);
}

void follow(const events::TargetSubmit& event) {
  Operation operation = operation_of(event);
  operation.device = event.device;
  operation.is_kernel = true;
  operation.requested_teams = event.requested_teams;
  operation.teams = event.granted_teams;
  pass_on(operation, event);
}

}  // namespace limpid::tools::trace
