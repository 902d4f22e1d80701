// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hands device constructs to the engine: at once, or from a target task that keeps what they need.
#include "abi/gomp/offload.h"

#include <string.h>

#include "abi/gomp/engine.h"
#include "base/check.h"
#include "core/device/construct.h"
#include "core/icv/devices.h"

namespace limpid::abi {
namespace {

using events::TargetKind;

// libgomp's lists are not const, and it does not write to them.
size_t* sizes_of(const Handover& handover) {
  return const_cast<size_t*>(handover.list.sizes);
}
unsigned short* kinds_of(const Handover& handover) {
  return const_cast<unsigned short*>(handover.list.kinds);
}

// The same as that of the taps, from outside of the plug-in.
void make_current(const Engine& there, int device) {
  there.memory.copy(nullptr, nullptr, 0, 0, 0, device, core::num_devices());
}

void hand_region(void* data) {
  const auto& h = *static_cast<const Handover*>(data);
  const Engine* const there = engine();
  if (there == nullptr) return;
  // Where the engine's calls of its plug-in are not seen, all that it does for the region counts as the kernel.
  core::DeviceConstruct* const construct =
      there->states_operations ? nullptr : core::this_thread().target.construct;
  if (!there->states_operations) make_current(*there, h.device);
  if (construct != nullptr) construct->submit(construct->requested_teams());
  there->target(h.device, h.body, h.list.count, h.list.addresses, sizes_of(h), kinds_of(h), 0, nullptr,
                h.arguments);
  if (construct != nullptr) construct->complete(construct->requested_teams(), 0);
}
void hand_enter_exit(void* data) {
  const auto& h = *static_cast<const Handover*>(data);
  if (const Engine* const there = engine())
    there->enter_exit_data(h.device, h.list.count, h.list.addresses, sizes_of(h), kinds_of(h), h.flags,
                           nullptr);
}
void hand_update(void* data) {
  const auto& h = *static_cast<const Handover*>(data);
  if (const Engine* const there = engine())
    there->update(h.device, h.list.count, h.list.addresses, sizes_of(h), kinds_of(h), 0, nullptr);
}
void hand_begin_data(void* data) {
  const auto& h = *static_cast<const Handover*>(data);
  if (const Engine* const there = engine())
    there->begin_data(h.device, h.list.count, h.list.addresses, sizes_of(h), kinds_of(h));
}
void hand_end_data(void*) {
  if (const Engine* const there = engine()) there->end_data();
}

core::Task::Body motion_body(TargetKind kind) {
  return kind == TargetKind::update ? hand_update : hand_enter_exit;
}

constexpr uintptr_t kValueFollows = 0x80;

// Of the extra arguments in words, with the null at their end.
size_t count_arguments(void** arguments) {
  if (arguments == nullptr) return 0;
  size_t count = 0;
  while (arguments[count] != nullptr)
    count += (reinterpret_cast<uintptr_t>(arguments[count]) & kValueFollows) != 0 ? 2 : 1;
  return count + 1;
}

// What a target task keeps: the construct, the addresses with the private copies, sizes, arguments and kinds.
struct Block {
  explicit Block(const Handover& from)
      : addresses_at(sizeof(Handover)),
        sizes_at(rounded(addresses_at + from.list.block_size())),
        arguments_at(sizes_at + from.list.count * sizeof(size_t)),
        arguments(count_arguments(from.arguments)),
        kinds_at(arguments_at + arguments * sizeof(void*)),
        bytes(kinds_at + from.list.count * sizeof(unsigned short)) {}

  static size_t rounded(size_t size) { return (size + sizeof(void*) - 1) / sizeof(void*) * sizeof(void*); }

  size_t addresses_at;
  size_t sizes_at;
  size_t arguments_at;
  size_t arguments;
  size_t kinds_at;
  size_t bytes;
};

template <class Item>
Item* copied(void* to, const Item* list, size_t count) {
  return count != 0 ? static_cast<Item*>(memcpy(to, list, count * sizeof(Item))) : static_cast<Item*>(to);
}

void fill_block(void* room, void* source) {
  const auto& from = *static_cast<const Handover*>(source);
  const Block block(from);
  char* const at = static_cast<char*>(room);
  auto& kept = *static_cast<Handover*>(room);
  kept = from;
  from.list.fill_block(at + block.addresses_at);
  kept.list.addresses = reinterpret_cast<void**>(at + block.addresses_at);
  kept.list.sizes = copied(at + block.sizes_at, from.list.sizes, from.list.count);
  kept.list.kinds = copied(at + block.kinds_at, from.list.kinds, from.list.count);
  if (block.arguments != 0)
    kept.arguments =
        copied(reinterpret_cast<void**>(at + block.arguments_at), from.arguments, block.arguments);
}

core::TargetContext at_once(core::Thread& self, int device, bool nowait) {
  return {*self.task, nullptr, nowait, device};
}

// The target data constructs that the thread is in. An end does not say which device it is for, and the engine
// counts those for its devices only.
struct OpenData {
  static constexpr uint32_t kMost = 64;  // those inside more are for the host
  uint32_t depth = 0;
  int32_t devices[kMost];
};
constinit thread_local OpenData t_open = {};

}  // namespace

void offload_region(core::Thread& self, const Handover& handover, core::TargetRegion region,
                    const core::TargetSchedule& when) {
  Handover at_hand = handover;
  region.body = hand_region;
  region.data = &at_hand;
  if (!when.nowait && when.count == 0)
    return core::hand_over_region(self, region, at_once(self, handover.device, false));
  core::run_target_task(self, region, {Block(handover).bytes, fill_block}, when);
}

void offload_motion(core::Thread& self, const Handover& handover, core::DataMotion motion,
                    const core::TargetSchedule& when, bool in_task) {
  Handover at_hand = handover;
  motion.body = motion_body(motion.kind);
  motion.data = &at_hand;
  if (!in_task) return core::hand_over_motion(self, motion, at_once(self, handover.device, when.nowait));
  core::move_data_in_task(self, motion, {Block(handover).bytes, fill_block}, when);
}

bool offload_data(core::Thread& self, int32_t device, const MapList& list) {
  if (t_open.depth >= OpenData::kMost) device = core::kHostItself;
  if (t_open.depth < OpenData::kMost) t_open.devices[t_open.depth] = device;
  ++t_open.depth;
  if (device == core::kHostItself) return false;
  Handover handover = {device, list};
  core::hand_over_motion(self, {TargetKind::enter_data, view_of(list), hand_begin_data, &handover},
                         at_once(self, device, false));
  return true;
}

bool offload_end_data(core::Thread& self) {
  if (t_open.depth == 0) return false;  // it began before there was an image
  const uint32_t level = --t_open.depth;
  const int32_t device = level < OpenData::kMost ? t_open.devices[level] : core::kHostItself;
  if (device == core::kHostItself) return false;
  core::hand_over_motion(self, {TargetKind::exit_data, {}, hand_end_data, nullptr},
                         at_once(self, device, false));
  return true;
}

}  // namespace limpid::abi
