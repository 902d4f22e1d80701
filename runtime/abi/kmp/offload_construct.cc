// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the construct of a thread, and emits its maps.
#include "abi/kmp/offload_construct.h"

#include "core/device/policy.h"
#include "events/emit.h"

namespace limpid::abi {
namespace {

constinit thread_local ForwardedConstruct* t_current = nullptr;

// What is passed by value, or is only a pointer's own, is not mapped.
bool is_map(uint64_t bits) {
  return (bits & (kLiteralBit | kPrivateBit | kAttachBit)) == 0;
}

uint32_t flags_of(uint64_t bits, bool leaves) {
  uint32_t flags = 0;
  if (bits & kToBit) flags |= events::kMapTo;
  if (bits & kFromBit) flags |= events::kMapFrom;
  if (bits & kDeleteBit) flags |= events::kMapDelete;
  if (flags == 0) flags = leaves ? events::kMapRelease : events::kMapAlloc;
  if (bits & kAlwaysBit) flags |= events::kMapAlways;
  if (bits & kImplicitBit) flags |= events::kMapImplicit;
  if (bits & kCloseBit) flags |= events::kMapClose;
  if (bits & kPresentBit) flags |= events::kMapPresent;
  return flags;
}

// An event carries at most so many items; the device's addresses are not known yet.
struct Items {
  void* host[policy::kItemsAtOnce];
  void* mapped[policy::kItemsAtOnce];
  size_t bytes[policy::kItemsAtOnce];
  uint32_t flags[policy::kItemsAtOnce];
  uint32_t count = 0;

  void add(void* address, int64_t size, uint32_t which) {
    host[count] = address;
    mapped[count] = nullptr;
    bytes[count] = static_cast<size_t>(size);
    flags[count++] = which;
  }
};

}  // namespace

ForwardedConstruct::ForwardedConstruct(core::State state, int64_t device, bool leaves,
                                       const MapArguments& maps, const core::CallSite& site)
    : leaves_(leaves),
      maps_(maps),
      site_(site),
      self_(core::this_thread()),
      task_(*self_.task),
      wait_(self_, state, device < 0 ? task_.icvs.default_device : device),
      outer_(t_current) {
  enter();
}

ForwardedConstruct::~ForwardedConstruct() {
  leave();
  t_current = outer_;
}

void ForwardedConstruct::enter() {
  t_current = this;
  core::note_entry(self_, site_);
  wait_.begin();
}

void ForwardedConstruct::leave() {
  t_current = nullptr;
  task_.frame.set_enter(nullptr);
  wait_.end();
}

ForwardedConstruct* ForwardedConstruct::current() {
  return t_current;
}

ForwardedConstruct* ForwardedConstruct::pause() {
  ForwardedConstruct* const construct = t_current;
  if (construct != nullptr) construct->leave();
  return construct;
}

void ForwardedConstruct::resume(ForwardedConstruct* construct) {
  if (construct != nullptr) construct->enter();
}

void ForwardedConstruct::emit_maps(core::Thread& self, int device, uint64_t& word, uint64_t id) {
  if (told_ || !events::is_observed(events::EventId::target_map)) return;
  told_ = true;
  Items items;
  for (uint32_t index = 0; index < maps_.count; ++index) {
    const auto bits = static_cast<uint64_t>(maps_.bits[index]);
    if (is_map(bits)) items.add(maps_.addresses[index], maps_.bytes[index], flags_of(bits, leaves_));
    if (items.count == 0 || (items.count < policy::kItemsAtOnce && index + 1 < maps_.count)) continue;
    events::emit<events::TargetMap>(self, device, word, id, uint32_t{items.count}, items.host, items.mapped,
                                    items.bytes, items.flags, code(), true);
    items.count = 0;
  }
}

}  // namespace limpid::abi
