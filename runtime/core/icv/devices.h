// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device numbers. This runtime itself executes device constructs on the host only. Other devices belong to a
// library beside it, which numbers them from 0; the host's number follows the last of them.
#pragma once

#include <cstdint>

#include "sync/atomic.h"

namespace limpid::core {

constexpr std::int32_t kInitialDevice = -1;  // omp_initial_device (5.2)
constexpr std::int32_t kInvalidDevice = -4;  // omp_invalid_device, with the value of GCC's header

[[gnu::visibility("hidden")]] extern sync::Atomic<std::int32_t> g_num_devices;

// omp_get_num_devices: the host does not count. 0 until set_num_devices() is called.
inline std::int32_t num_devices() {
  return g_num_devices.load(std::memory_order_relaxed);
}
inline void set_num_devices(std::int32_t devices) {
  if (num_devices() != devices) g_num_devices.store(devices, std::memory_order_relaxed);
}

// omp_get_initial_device.
inline std::int32_t host_device() {
  return num_devices();
}

// True for the numbers that a program may use for the host.
[[nodiscard]] inline bool is_host(std::int32_t device) {
  return device == host_device() || device == kInitialDevice;
}

}  // namespace limpid::core
