// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the library of devices (libomptarget) and its routines in the process.
#include "abi/kmp/offload.h"

#include <atomic>

#include "abi/gomp/engine.h"
#include "abi/omp/device_allocators.h"
#include "core/icv/devices.h"
#include "core/task/detach/in_flight.h"
#include "platform/library.h"

namespace limpid::abi {
namespace {

using CountDevices = int32_t (*)();

enum class Presence : uint8_t { unknown, absent, present };

constinit std::atomic<Presence> g_presence{Presence::unknown};
constinit std::atomic<CountDevices> g_count{nullptr};

// Programs register their device code with the library under this name, in all versions.
constexpr char kRegister[] = "__tgt_register_lib";

void* find_count(const void* library) {
  if (void* count = platform::function_of_process("__tgt_get_num_devices")) return count;
  if (library != nullptr) return platform::function_beside(library, "omp_get_num_devices");
  return platform::function_of_process("_Offload_number_of_devices");
}

// Several threads may search at once: they find the same.
Presence find_library() {
  void* const library = platform::function_of_process(kRegister);
  void* const count = find_count(library);
  g_count.store(reinterpret_cast<CountDevices>(count), std::memory_order_relaxed);
  if (library != nullptr) {
    core::set_async_query(
        reinterpret_cast<core::AsyncQuery>(platform::function_beside(library, "__tgt_target_nowait_query")));
    pin_memory_for_devices();
  }
  const Presence presence = library != nullptr || count != nullptr ? Presence::present : Presence::absent;
  // Pairs with the load in has_device_library(): g_count is valid.
  g_presence.store(presence, std::memory_order_release);
  return presence;
}

}  // namespace

bool has_device_library() {
  // Pairs with the store in find_library().
  Presence presence = g_presence.load(std::memory_order_acquire);
  if (presence == Presence::unknown) [[unlikely]]
    presence = find_library();
  return presence == Presence::present;
}

void note_device_library() {
  Presence absent = Presence::absent;
  g_presence.compare_exchange_strong(absent, Presence::unknown, std::memory_order_relaxed);
}

void* library_routine(const char* name) {
  if (!has_device_library()) return nullptr;
  void* const library = platform::function_of_process(kRegister);
  return library != nullptr ? platform::function_beside(library, name) : nullptr;
}

int32_t count_devices() {
  if (!has_device_library()) {
    if (has_images()) [[unlikely]]
      count_engine_devices();
    return core::num_devices();
  }
  const CountDevices count = g_count.load(std::memory_order_relaxed);
  const int32_t devices = count != nullptr ? count() : 0;
  core::set_num_devices(devices > 0 ? devices : 0);
  return core::num_devices();
}

}  // namespace limpid::abi
