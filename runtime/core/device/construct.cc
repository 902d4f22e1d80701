// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The events of a device construct: its target, its map clauses and its submit.
#include "core/device/construct.h"

#include "base/check.h"
#include "core/device/devices.h"
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
  if (offloaded()) introduce_device(self_, context_.device);
  word_ = operation_ = 0;
  return_address_ = self_.return_address;
  outer_id_ = self_.target.id;
  outer_ = self_.target.construct;
  outer_device_ = self_.target.device;
  id_ = self_.ids.unique.next(g_unique_ids);
  self_.target = {id_, device(), 0, this};
  state(Endpoint::begin);
  if (maps.count != 0 && maps_observed()) emit_maps(maps);
}

void DeviceConstruct::end() {
  LIMPID_DCHECK(self_.target.id == id_);  // constructs inside have ended
  state(Endpoint::end);
  self_.target = {outer_id_, outer_device_, 0, outer_};
}

int DeviceConstruct::device() const {
  return offloaded() ? context_.device : host_device();
}

void DeviceConstruct::state(Endpoint endpoint) {
  events::emit<events::Target>(self_, kind_, context_.nowait, endpoint, device(), context_.encountering,
                               context_.target_task, word_, id_, return_address_, offloaded());
}

void DeviceConstruct::emit_maps(const MapView& maps) {
  void* addresses[policy::kItemsAtOnce];
  void* no_addresses[policy::kItemsAtOnce] = {};
  // On the host a mapped variable's address is its own; an engine has not mapped it yet.
  void** const mapped = offloaded() ? no_addresses : addresses;
  std::size_t bytes[policy::kItemsAtOnce];
  std::uint32_t flags[policy::kItemsAtOnce];
  std::uint32_t count = 0;
  for (std::size_t index = 0; index < maps.count; ++index) {
    MapItem item;
    if (!maps.item(maps.list, index, item)) continue;
    LIMPID_DCHECK(count < policy::kItemsAtOnce);
    addresses[count] = item.address;
    bytes[count] = item.bytes;
    flags[count] = offloaded() ? item.flags : item.flags | events::kMapShared;
    if (++count < policy::kItemsAtOnce) continue;
    events::emit<events::TargetMap>(self_, device(), word_, id_, count, addresses, mapped, bytes, flags,
                                    return_address_, offloaded());
    count = 0;
  }
  if (count == 0) return;
  events::emit<events::TargetMap>(self_, device(), word_, id_, count, addresses, mapped, bytes, flags,
                                  return_address_, offloaded());
}

void DeviceConstruct::begin_submit(std::uint32_t requested_teams) {
  began_ = platform::monotonic_ns();
  operation_ = self_.ids.unique.next(g_unique_ids);
  self_.target.operation = operation_;
  events::emit<events::TargetSubmit>(self_, Endpoint::begin, device(), word_, id_, operation_,
                                     requested_teams, 0u, began_, offloaded());
  self_.target.operation = 0;
}

void DeviceConstruct::end_submit(std::uint32_t requested_teams, std::uint32_t granted_teams) {
  self_.target.operation = operation_;
  events::emit<events::TargetSubmit>(self_, Endpoint::end, device(), word_, id_, operation_, requested_teams,
                                     granted_teams, began_, offloaded());
  self_.target.operation = 0;
  operation_ = 0;
}

}  // namespace limpid::core
