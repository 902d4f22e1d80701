// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of allocations, frees and copies in device memory.
#include "core/device/data_operation.h"

#include "core/device/devices.h"
#include "core/icv/devices.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

int number_of(std::int32_t device) {
  return device == kHostItself ? host_device() : device;
}

}  // namespace

void DataOperation::begin() {
  if (spec_.source_device != kHostItself) introduce_device(self_, spec_.source_device);
  if (spec_.destination_device != kHostItself) introduce_device(self_, spec_.destination_device);
  return_address_ = self_.return_address;
  target_id_ = self_.target.id;
  began_ = platform::monotonic_ns();
  operation_ = self_.ids.unique.next(g_unique_ids);
  state(events::Endpoint::begin);
}

void DataOperation::end() {
  state(events::Endpoint::end);
}

void DataOperation::state(events::Endpoint endpoint) {
  const std::uint64_t outer = self_.target.operation;
  self_.target.operation = operation_;
  // An operation of the host is a routine's, within no construct.
  DeviceConstruct* const construct = offloaded() ? self_.target.construct : nullptr;
  Task* const own_task = spec_.async ? self_.task : nullptr;
  events::emit<events::TargetDataOp>(
      self_, endpoint, spec_.kind, spec_.async, construct != nullptr ? construct->target_task() : own_task,
      construct != nullptr ? construct->word() : word_, target_id_, operation_,
      const_cast<void*>(spec_.source), number_of(spec_.source_device), spec_.destination,
      number_of(spec_.destination_device), spec_.bytes, began_, return_address_, offloaded());
  self_.target.operation = outer;
}

}  // namespace limpid::core
