// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_target*: device constructs, which run on the host or are for a device of the engine.
// Without an image, an engine or a device everything runs on the host.
#include "core/device/target.h"

#include <stdint.h>
#include <stdlib.h>

#include "abi/gomp/depend_clause.h"
#include "abi/gomp/engine.h"
#include "abi/gomp/map_list.h"
#include "abi/gomp/offload.h"
#include "base/check.h"
#include "core/data/entry.h"
#include "core/device/target_task.h"

using namespace limpid;

namespace {

using events::TargetKind;

// GCC's device numbers that are not those of a device.
constexpr int kGccDefaultDevice = -1;
constexpr int kGccHostFallback = -2;
constexpr int kGccDefaultDevice61 = -5;  // omp_default_device of OpenMP 6.1

int32_t decode_device(int device) {
  if (device == kGccDefaultDevice || device == kGccDefaultDevice61) return core::kDefaultDevice;
  return device == kGccHostFallback ? core::kForcedHost : device;
}

enum Flags : unsigned { kNowait = 1, kExitData = 2 };

// The list of extra arguments ends with null. Each is one word: bits 0-6 device (0 = all), 7 value in the
// next word, 8-15 its id, else the value in the bits above.
constexpr uintptr_t kArgumentDeviceMask = 0x7f;
constexpr uintptr_t kValueFollows = 0x80;
constexpr unsigned kIdShift = 8;
constexpr unsigned kValueShift = 16;
constexpr uintptr_t kNumTeamsId = 1;
constexpr uintptr_t kThreadLimitId = 2;

// What the host is to know of them; 0: nothing was asked for.
struct Limits {
  uint32_t threads = 0;
  uint32_t teams = 0;
};

Limits decode_arguments(void** arguments) {
  Limits limits;
  while (arguments != nullptr && *arguments != nullptr) {
    const auto word = reinterpret_cast<intptr_t>(*arguments++);
    intptr_t value = word >> kValueShift;
    if ((word & kValueFollows) != 0) value = reinterpret_cast<intptr_t>(*arguments++);
    const bool for_host = (word & kArgumentDeviceMask) == 0;
    if (!for_host || value <= 0) continue;
    const uintptr_t id = (static_cast<uintptr_t>(word) >> kIdShift) & 0xff;
    if (id == kThreadLimitId) limits.threads = static_cast<uint32_t>(value);
    if (id == kNumTeamsId) limits.teams = static_cast<uint32_t>(value);
  }
  return limits;
}

// Copies of firstprivate variables for one run of a region on this thread.
class PrivateBlock {
 public:
  explicit PrivateBlock(const abi::MapList& list) : data_(list.addresses) {
    if (!list.has_private_copies()) return;
    const size_t bytes = list.block_size();
    if (bytes > sizeof small_) large_ = malloc(bytes);
    if (bytes > sizeof small_ && large_ == nullptr)
      base::fatal("out of memory for the %zu bytes of a target region", bytes);
    data_ = large_ != nullptr ? large_ : small_;
    list.fill_block(data_);
  }
  ~PrivateBlock() { free(large_); }
  PrivateBlock(const PrivateBlock&) = delete;
  PrivateBlock& operator=(const PrivateBlock&) = delete;

  [[nodiscard]] void* data() const { return data_; }

 private:
  alignas(16) char small_[512];
  void* large_ = nullptr;
  void* data_;
};

core::TargetRegion decode_region(void (*body)(void*), const abi::MapList& list, void** arguments) {
  const Limits limits = decode_arguments(arguments);
  return {body, nullptr, limits.threads, limits.teams, abi::view_of(list)};
}

// If the region is a task of its own, its block is filled while the task is created.
void fill_task_block(void* block, void* list) {
  static_cast<const abi::MapList*>(list)->fill_block(block);
}

// The number of a device of the engine, or kHostItself; ends the program if it must not be the host.
[[gnu::always_inline]] inline int32_t device_of(core::Thread& self, int device) {
  const int32_t number = decode_device(device);
  const int32_t there = abi::has_images() ? abi::engine_device(self, number) : core::kHostItself;
  if (there == core::kHostItself) [[likely]]
    core::require_device(self, number);
  return there;
}

void offload_motion(core::Thread& self, const abi::Handover& handover, const core::DataMotion& motion,
                    unsigned flags, void** depend) {
  const bool nowait = (flags & kNowait) != 0;
  const abi::DependClause clause(depend);
  abi::offload_motion(self, handover, motion, {clause.list(), clause.count(), nowait, handover.device},
                      nowait || depend != nullptr);
}

// enter data, exit data and update. With dependences they become a task, for which dependent tasks wait.
void move_data(core::Thread& self, TargetKind kind, int device, const abi::MapList& list, unsigned flags,
               void** depend) {
  const int32_t there = device_of(self, device);
  const bool maps = kind != TargetKind::update;  // an update moves what is mapped already
  const core::MapView view = maps ? abi::view_of(list) : core::MapView{};
  if (there != core::kHostItself) [[unlikely]]
    return offload_motion(self, {there, list, flags & kExitData}, {kind, view}, flags, depend);
  const bool nowait = (flags & kNowait) != 0;
  // Nothing is to be waited for, and only an observer can see that no task was made.
  if (depend == nullptr && !(nowait && events::is_observed(events::EventId::target)))
    return core::move_data(self, kind, {*self.task, nullptr, nowait}, view);
  const abi::DependClause clause(depend);
  core::move_data_in_task(self, {kind, view}, {}, {clause.list(), clause.count(), nowait});
}

}  // namespace

extern "C" {

void GOMP_target_ext(int device, void (*body)(void*), size_t count, void** addresses, size_t* sizes,
                     unsigned short* kinds, unsigned flags, void** depend, void** arguments) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const int32_t there = device_of(self, device);
  abi::MapList list = {count, addresses, sizes, kinds};
  core::TargetRegion region = decode_region(body, list, arguments);
  const bool nowait = (flags & kNowait) != 0;
  if (there != core::kHostItself) [[unlikely]] {
    const abi::DependClause clause(depend);
    return abi::offload_region(self, {there, list, 0, body, arguments}, region,
                               {clause.list(), clause.count(), nowait, there});
  }
  if (!nowait && depend == nullptr) {
    const PrivateBlock block(list);
    region.data = block.data();
    return core::run_target(self, region, {*self.task});
  }
  region.data = &list;
  const abi::DependClause clause(depend);
  core::run_target_task(self, region, {list.block_size(), fill_task_block},
                        {clause.list(), clause.count(), nowait});
}

void GOMP_target_data_ext(int device, size_t count, void** addresses, size_t* sizes, unsigned short* kinds) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const abi::MapList list = {count, addresses, sizes, kinds};
  const int32_t there = device_of(self, device);
  if (abi::has_images() && abi::offload_data(self, there, list)) [[unlikely]]
    return;
  core::move_data(self, TargetKind::enter_data, {*self.task}, abi::view_of(list));
}

void GOMP_target_end_data() {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  if (abi::has_images() && abi::offload_end_data(self)) [[unlikely]]
    return;
  core::move_data(self, TargetKind::exit_data, {*self.task}, {});
}

void GOMP_target_update_ext(int device, size_t count, void** addresses, size_t* sizes, unsigned short* kinds,
                            unsigned flags, void** depend) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  move_data(self, TargetKind::update, device, {count, addresses, sizes, kinds}, flags, depend);
}

void GOMP_target_enter_exit_data(int device, size_t count, void** addresses, size_t* sizes,
                                 unsigned short* kinds, unsigned flags, void** depend) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const TargetKind kind = (flags & kExitData) != 0 ? TargetKind::exit_data : TargetKind::enter_data;
  move_data(self, kind, device, {count, addresses, sizes, kinds}, flags, depend);
}

// Up to GCC 5, whose images no later libgomp takes: always the host. No firstprivate items, no flags, and kinds that are not worth decoding for an observer.
void GOMP_target(int device, void (*body)(void*), const void*, size_t, void** addresses, size_t*,
                 unsigned char*) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::require_device(self, decode_device(device));
  core::TargetRegion region;
  region.body = body;
  region.data = addresses;
  core::run_target(self, region, {*self.task});
}

void GOMP_target_data(int device, const void*, size_t, void**, size_t*, unsigned char*) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  move_data(self, TargetKind::enter_data, device, {}, 0, nullptr);
}

void GOMP_target_update(int device, const void*, size_t, void**, size_t*, unsigned char*) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  move_data(self, TargetKind::update, device, {}, 0, nullptr);
}

// The device address of a host function, for indirect calls in a region. On the host it is the function's
// own.
void* GOMP_target_map_indirect_ptr(void* function) {
  return function;
}
}
