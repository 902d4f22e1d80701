// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device numbers. This runtime offloads nothing: the host is the only device.
#pragma once

#include <cstdint>

namespace limpid::core {

constexpr std::int32_t kNumDevices = 0;            // omp_get_num_devices: the host does not count
constexpr std::int32_t kHostDevice = kNumDevices;  // omp_get_initial_device
constexpr std::int32_t kInitialDevice = -1;        // omp_initial_device (5.2)
constexpr std::int32_t kInvalidDevice = -4;        // omp_invalid_device, with the value of GCC's header

// True for the numbers that a program may call the host by.
[[nodiscard]] constexpr bool is_host(std::int32_t device) {
  return device == kHostDevice || device == kInitialDevice;
}

}  // namespace limpid::core
