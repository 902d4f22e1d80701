// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stores the function that a device library wants called at the end of tools, and calls it once.
#include "core/device/device_library.h"
#include "sync/atomic.h"

namespace limpid::core {
namespace {

constinit sync::Atomic<void (*)()> g_end{nullptr};
constinit sync::Atomic<bool> g_without_maps{false};

}  // namespace

void note_library_of_devices(bool tells_maps) {
  g_without_maps.store(!tells_maps, std::memory_order_relaxed);
}

bool has_library_without_maps() {
  return g_without_maps.load(std::memory_order_relaxed);
}

void at_end_of_tools(void (*end)()) {
  g_end.store(end, std::memory_order_release);  // pairs with end_device_library()
}

void end_device_library() {
  // The acquire pairs with the release in at_end_of_tools().
  if (void (*end)() = g_end.exchange(nullptr, std::memory_order_acquire)) end();
}

void forget_device_library() {
  g_end.store(nullptr, std::memory_order_relaxed);
}

}  // namespace limpid::core
