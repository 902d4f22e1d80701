// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of allocations, frees and copies in device memory.
#include "core/device/data_operation.h"

#include "core/icv/devices.h"
#include "platform/clock.h"

namespace limpid::core {

void DataOperation::begin() {
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
  events::emit<events::TargetDataOp>(self_, endpoint, spec_.kind, spec_.async,
                                     spec_.async ? self_.task : nullptr, word_, target_id_, operation_,
                                     const_cast<void*>(spec_.source), int{host_device()}, spec_.destination,
                                     int{host_device()}, spec_.bytes, began_, return_address_);
  self_.target.operation = outer;
}

}  // namespace limpid::core
