// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of a device construct: its target, its map clauses and its submit.
#include "core/device/construct.h"

#include "base/check.h"
#include "core/device/policy.h"
#include "core/icv/devices.h"
#include "platform/clock.h"

namespace limpid::core {
namespace {

using events::Endpoint;

// An event carries at most this many items: they are decoded on the stack.

}  // namespace

void DeviceConstruct::begin(const MapView& maps) {
  LIMPID_DCHECK(id_ == 0);
  outer_id_ = self_.target.id;
  id_ = self_.ids.unique.next(g_unique_ids);
  self_.target.id = id_;
  self_.target.device = host_device();
  state(Endpoint::begin);
  if (maps.count != 0 && maps_observed()) emit_maps(maps);
}

void DeviceConstruct::end() {
  LIMPID_DCHECK(self_.target.id == id_);  // constructs inside have ended
  state(Endpoint::end);
  self_.target.id = outer_id_;
}

void DeviceConstruct::state(Endpoint endpoint) {
  events::emit<events::Target>(self_, kind_, context_.nowait, endpoint, int{host_device()},
                               context_.encountering, context_.target_task, word_, id_, return_address_);
}

void DeviceConstruct::emit_maps(const MapView& maps) {
  void* addresses[policy::kItemsAtOnce];
  std::size_t bytes[policy::kItemsAtOnce];
  std::uint32_t flags[policy::kItemsAtOnce];
  std::uint32_t count = 0;
  for (std::size_t index = 0; index < maps.count; ++index) {
    MapItem item;
    if (!maps.item(maps.list, index, item)) continue;
    LIMPID_DCHECK(count < policy::kItemsAtOnce);
    addresses[count] = item.address;
    bytes[count] = item.bytes;
    flags[count] = item.flags | events::kMapShared;
    if (++count < policy::kItemsAtOnce) continue;
    // A mapped variable's device address is its own.
    events::emit<events::TargetMap>(self_, int{host_device()}, word_, id_, count, addresses, addresses, bytes,
                                    flags, return_address_);
    count = 0;
  }
  if (count == 0) return;
  events::emit<events::TargetMap>(self_, int{host_device()}, word_, id_, count, addresses, addresses, bytes,
                                  flags, return_address_);
}

void DeviceConstruct::begin_submit(std::uint32_t requested_teams) {
  began_ = platform::monotonic_ns();
  operation_ = self_.ids.unique.next(g_unique_ids);
  self_.target.operation = operation_;
  events::emit<events::TargetSubmit>(self_, Endpoint::begin, int{host_device()}, word_, id_, operation_,
                                     requested_teams, 0u, began_);
  self_.target.operation = 0;
}

void DeviceConstruct::end_submit(std::uint32_t requested_teams, std::uint32_t granted_teams) {
  self_.target.operation = operation_;
  events::emit<events::TargetSubmit>(self_, Endpoint::end, int{host_device()}, word_, id_, operation_,
                                     requested_teams, granted_teams, began_);
  self_.target.operation = 0;
}

}  // namespace limpid::core
