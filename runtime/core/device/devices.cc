// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps what engines state about devices, and emits it once.
#include "core/device/devices.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "core/device/policy.h"
#include "core/icv/devices.h"
#include "events/emit.h"
#include "platform/file_of_address.h"
#include "sync/mutex.h"

namespace limpid::core {

constinit Device g_devices[policy::kMostDevices] = {};

namespace {

// Device::told. Nothing is told without an observer.
enum : std::uint32_t { kUntold, kTelling, kTold, kEnded };

struct Module {
  Device* device = nullptr;  // null: free
  ModuleFacts facts = {};
  platform::FileOfAddress file = {};
  std::uint64_t id = 0;
  bool told = false;
};

// Under the lock; no event is emitted under it, because a tool may call OpenMP.
constinit sync::Mutex g_lock;
constinit Module g_modules[policy::kMostModules] = {};
constinit std::uint64_t g_last_module = 0;

void tell_begin(Thread& self, Device& device) {
  const DeviceFacts& facts = device.facts;
  events::emit<events::DeviceBegin>(self, int{facts.number}, facts.type, device.handle(), facts.documentation,
                                    facts.lookup);
}

void tell_load(Thread& self, const Module& module) {
  LIMPID_DCHECK(module.device != nullptr && module.id != 0);
  events::emit<events::DeviceLoad>(
      self, int{module.device->facts.number}, module.file.name, std::int64_t{module.file.offset},
      reinterpret_cast<void*>(module.file.address), std::size_t{module.facts.bytes},
      module.facts.host_address, module.facts.device_address, std::uint64_t{module.id});
}

// Takes a module of the device that wanted() accepts, changed by change(), out from under the lock.
template <class Wanted, class Change>
bool take_module(const Device& device, Module& taken, Wanted wanted, Change change) {
  sync::MutexGuard guard(g_lock);
  for (Module& module : g_modules) {
    if (module.device != &device || !wanted(module)) continue;
    taken = module;
    change(module);
    return true;
  }
  return false;
}

bool take_untold(const Device& device, Module& taken) {
  return take_module(
      device, taken, [](const Module& module) { return !module.told; },
      [](Module& module) { module.told = true; });
}

void tell_modules(Thread& self, const Device& device) {
  Module module;
  while (take_untold(device, module)) tell_load(self, module);
}

template <class Wanted>
bool tell_unload(Thread& self, Device& device, Wanted wanted) {
  Module module;
  if (!take_module(device, module, wanted, [](Module& gone) { gone = Module{}; })) return false;
  // [devices.told]
  if (module.told && device.told.load(std::memory_order_acquire) == kTold)
    events::emit<events::DeviceUnload>(self, int{device.facts.number}, std::uint64_t{module.id});
  return true;
}

void settle(Device& device, std::uint32_t told) {
  device.told.store(told, std::memory_order_release);  // [devices.told]
  sync::futex_wake(device.told, sync::kWakeAll);
}

Module* free_module() {
  for (Module& module : g_modules)
    if (module.device == nullptr) return &module;
  return nullptr;
}

bool somebody_observes() {
  constexpr std::uint64_t kEvents =
      events::bit(events::EventId::device_begin) | events::bit(events::EventId::device_load) |
      events::bit(events::EventId::device_end) | events::bit(events::EventId::target) |
      events::bit(events::EventId::target_data_op) | events::bit(events::EventId::target_submit);
  return events::is_any_observed(kEvents);
}

bool in_table(std::int32_t number) {
  return number >= 0 && number < policy::kMostDevices;
}

void forget(Device& device) {
  device.told.store(kUntold, std::memory_order_relaxed);
  for (sync::Atomic<void*>& word : device.words) word.store(nullptr, std::memory_order_relaxed);
}

}  // namespace

bool Device::works_in_calls() const {
  return facts.engine == Engine::gcc || strstr(type, "generic") != nullptr;
}

Device* device_with_number(std::int32_t number) {
  if (!in_table(number)) return nullptr;
  Device& device = g_devices[number];
  if (device.begun.load(std::memory_order_acquire) == 0) return nullptr;  // [devices.begun]
  sync::reads_plain(&device.facts);
  return &device;
}

Device* device_with_handle(const void* handle) {
  for (Device& device : g_devices) {
    if (device.begun.load(std::memory_order_acquire) == 0) continue;  // [devices.begun]
    sync::reads_plain(&device.facts);
    if (device.handle() == handle) return &device;
  }
  return nullptr;
}

void begin_device(Thread& self, const DeviceFacts& facts) {
  if (facts.number >= num_devices()) set_num_devices(facts.number + 1);
  if (!in_table(facts.number)) return;
  Device& device = g_devices[facts.number];
  {
    sync::MutexGuard guard(g_lock);
    // The engine says it again only after it has finalized the device, or this process's tool has ended: [devices.begun].
    if (device.begun.load(std::memory_order_acquire) != 0) return;
    sync::writes_plain(&device.facts);
    device.facts = facts;
    snprintf(device.type, sizeof device.type, "%s", facts.type != nullptr ? facts.type : "");
    device.facts.type = device.type;
    forget(device);
    device.begun.store(1, std::memory_order_release);  // [devices.begun]
  }
  if (somebody_observes()) introduce_device_slowly(self, device);
}

void load_module(Thread& self, std::int32_t number, const ModuleFacts& facts) {
  Device* const device = device_with_number(number);
  if (device == nullptr) return;
  {
    sync::MutexGuard guard(g_lock);
    Module* const module = free_module();
    if (module == nullptr) return;
    *module = {device, facts, platform::file_of_address(facts.host_address), ++g_last_module, false};
  }
  // [devices.told]
  if (device->told.load(std::memory_order_acquire) == kTold) tell_modules(self, *device);
}

void unload_module(Thread& self, std::int32_t number, const void* host_address) {
  Device* const device = device_with_number(number);
  if (device == nullptr) return;
  tell_unload(self, *device,
              [host_address](const Module& module) { return module.facts.host_address == host_address; });
}

void end_device(Thread& self, std::int32_t number) {
  Device* const device = device_with_number(number);
  if (device == nullptr) return;
  while (tell_unload(self, *device, [](const Module&) { return true; })) continue;
  std::uint32_t told = kTold;
  // [devices.told]
  if (device->told.compare_exchange_strong(told, kEnded, std::memory_order_acquire))
    events::emit<events::DeviceEnd>(self, int{number});
  device->begun.store(0, std::memory_order_release);  // [devices.begun]
}

void introduce_device_slowly(Thread& self, Device& device) {
  if (self.tools.nesting != 0) return;  // nothing is told of a tool's own use
  std::uint32_t told = kUntold;
  // [devices.told]
  if (!device.told.compare_exchange_strong(told, kTelling, std::memory_order_acquire)) {
    for (; told == kTelling; told = device.told.load(std::memory_order_acquire))  // [devices.told]
      sync::futex_wait(device.told, kTelling);
    return;
  }
  tell_begin(self, device);
  tell_modules(self, device);
  settle(device, kTold);
  tell_modules(self, device);  // loaded meanwhile, by a thread that did not find it told
}

void end_devices_of_engines(Thread& self) {
  for (std::int32_t number = 0; number < policy::kMostDevices; ++number) end_device(self, number);
}

void forget_told_devices() {
  g_lock.reset_after_fork();
  for (Device& device : g_devices) forget(device);
  for (Module& module : g_modules) module.told = false;
}

}  // namespace limpid::core
