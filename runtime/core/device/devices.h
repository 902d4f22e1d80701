// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The devices of engines beside this runtime, and the code on them: what they are, and what has been told.
//
// An engine is the library that executes constructs for its devices: LLVM's libomptarget, or GCC's libgomp. It
// initializes a device when it likes. What it states is kept here and told (DeviceBegin, DeviceLoad, in this
// order) at once if somebody observes, else before the device's first observed construct: once in a process,
// and once more in a child of fork(2), whose tool is another one.
//
// The host is not in this table: its number is host_device(), that of the last device and one.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/data/thread.h"
#include "core/device/policy.h"
#include "sync/atomic.h"

namespace limpid::core {

enum class Engine : std::uint8_t { llvm, gcc };

// The word in a device that belongs to a tool interface (its tracing, for example).
enum class DeviceWord : std::uint8_t { ompt5, ompt2016, count_ };

// What an engine says about a device when it has initialized it. The type is copied; the documentation lives as
// long as the process.
struct DeviceFacts {
  std::int32_t number;
  Engine engine;
  const char* type;
  const char* documentation;
  // What tools get as the device's handle; null: the address of the Device.
  void* handle;
  // The driver's number of it (CUDA: the argument of cuDeviceGet, as long as CUDA_VISIBLE_DEVICES is obeyed by
  // both); -1: no device of CUDA, or not known.
  std::int32_t ordinal;
  // The engine's own functions for tools, which go with its handle; null: it has none for tracing.
  void (*(*lookup)(const char* name))() = nullptr;
};

// Owner    the process; never freed, so that a tool may keep a handle.
// Writers  facts: the thread that begins the device, before it is published. words: the tool interfaces.
// Order    [devices.begun] facts are valid for who finds the device; [devices.told] its begin has been told.
struct Device {
  DeviceFacts facts;  // its type is the next
  char type[64] = {};
  sync::Atomic<std::uint32_t> begun{0};  // 1: facts are valid
  sync::Atomic<std::uint32_t> told{0};   // see devices.cc
  // Null when the device begins, and in a child of fork(2).
  sync::Atomic<void*> words[static_cast<std::size_t>(DeviceWord::count_)] = {};

  // The engine's calls return when the device has done the work: it is LLVM's plug-in for the host, which is
  // part of this process, or GCC's engine.
  bool works_in_calls() const;

  void* handle() { return facts.handle != nullptr ? facts.handle : this; }
  sync::Atomic<void*>& word(DeviceWord which) { return words[static_cast<std::size_t>(which)]; }
};

// By number. For debuggers; others ask device_with_number().
extern Device g_devices[policy::kMostDevices];

// Code, or data, that an engine has loaded onto a device from memory of the host.
struct ModuleFacts {
  void* host_address;  // of the image; null: not known
  void* device_address;
  std::size_t bytes;
};

// The device; null if no engine has begun it. device_with_handle() takes what tools got as a handle.
Device* device_with_number(std::int32_t number);
Device* device_with_handle(const void* handle);

// Called by an engine: a device is initialized, a module is on it, a module is gone (by the address of its
// image), and it is finalized. Modules that are still there are told to be unloaded first.
void begin_device(Thread& self, const DeviceFacts& facts);
void load_module(Thread& self, std::int32_t device, const ModuleFacts& module);
void unload_module(Thread& self, std::int32_t device, const void* host_address);
void end_device(Thread& self, std::int32_t device);

// Called before any other event of the device: when this returns, its begin and its modules have been told.
// Threads that arrive meanwhile wait, except those inside a tool. Two loads and branches when that is long ago.
void introduce_device_slowly(Thread& self, Device& device);
inline void introduce_device(Thread& self, std::int32_t number) {
  constexpr std::uint32_t kTold = 2;
  Device* const device = device_with_number(number);
  // [devices.told]
  if (device != nullptr && device->told.load(std::memory_order_acquire) != kTold) [[unlikely]]
    introduce_device_slowly(self, *device);
}

// Before tools end: devices that engines will finalize later.
void end_devices_of_engines(Thread& self);

// In the child of fork(2): its tool has been told nothing.
void forget_told_devices();

}  // namespace limpid::core
