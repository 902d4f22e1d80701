// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_target*: device constructs, which run on the host.
// Programs built without an offload compiler, and programs with one on a machine without devices, come here.
#include "core/device/target.h"

#include <stdint.h>
#include <stdlib.h>

#include "abi/gomp/depend_clause.h"
#include "abi/gomp/map_list.h"
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

uint32_t decode_argument(void** arguments, uintptr_t id) {
  uint32_t found = 0;
  while (arguments != nullptr && *arguments != nullptr) {
    const auto word = reinterpret_cast<intptr_t>(*arguments++);
    intptr_t value = word >> kValueShift;
    if ((word & kValueFollows) != 0) value = reinterpret_cast<intptr_t>(*arguments++);
    const bool for_host = (word & kArgumentDeviceMask) == 0;
    if (for_host && ((static_cast<uintptr_t>(word) >> kIdShift) & 0xff) == id && value > 0)
      found = static_cast<uint32_t>(value);
  }
  return found;
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
  return {body, nullptr, decode_argument(arguments, kThreadLimitId), decode_argument(arguments, kNumTeamsId),
          abi::view_of(list)};
}

// If the region is a task of its own, its block is filled while the task is created.
void fill_task_block(void* block, void* list) {
  static_cast<const abi::MapList*>(list)->fill_block(block);
}

// enter data, exit data and update. With dependences they become a task, for which dependent tasks wait.
void move_data(core::Thread& self, TargetKind kind, int device, const abi::MapList& list, unsigned flags,
               void** depend) {
  core::require_device(self, decode_device(device));
  const bool maps = kind != TargetKind::update;  // an update moves what is mapped already
  const core::MapView view = maps ? abi::view_of(list) : core::MapView{};
  const bool nowait = (flags & kNowait) != 0;
  // Nothing is to be waited for, and only an observer can see that no task was made.
  if (depend == nullptr && !(nowait && events::is_observed(events::EventId::target)))
    return core::move_data(self, kind, {*self.task, nullptr, nowait}, view);
  const abi::DependClause clause(depend);
  core::move_data_in_task(self, kind, view, {clause.list(), clause.count(), nowait});
}

}  // namespace

extern "C" {

void GOMP_target_ext(int device, void (*body)(void*), size_t count, void** addresses, size_t* sizes,
                     unsigned short* kinds, unsigned flags, void** depend, void** arguments) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::require_device(self, decode_device(device));
  abi::MapList list = {count, addresses, sizes, kinds};
  core::TargetRegion region = decode_region(body, list, arguments);
  const bool nowait = (flags & kNowait) != 0;
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
  move_data(self, TargetKind::enter_data, device, {count, addresses, sizes, kinds}, 0, nullptr);
}

void GOMP_target_end_data() {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
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

// Up to GCC 5: no firstprivate items, no flags, and kinds that are not worth decoding for an observer.
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

// Constructors of objects with device images register the images here. There is no device to load them on.
void GOMP_offload_register(const void*, int, const void*) {}
void GOMP_offload_unregister(const void*, int, const void*) {}
void GOMP_offload_register_ver(unsigned, const void*, int, const void*) {}
void GOMP_offload_unregister_ver(unsigned, const void*, int, const void*) {}

// The device address of a host function, for indirect calls in a region. On the host it is the function's
// own.
void* GOMP_target_map_indirect_ptr(void* function) {
  return function;
}
}
