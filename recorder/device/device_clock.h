// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <omp-tools.h>

namespace limpid::recorder {

// When a moment of a device's clock was on CLOCK_MONOTONIC, by what the runtime says of that clock.
class DeviceClock {
 public:
  // False if it says nothing: then times of this device are lengths only, in nanoseconds.
  bool start(ompt_device_t* device, ompt_function_lookup_t lookup);

  // Without a start, the device's own time.
  uint64_t host_ns(ompt_device_time_t time) const;

 private:
  ompt_device_t* device_ = nullptr;
  ompt_translate_time_t translate_ = nullptr;  // null: the device counts nanoseconds
  int64_t shift_ns_ = 0;                       // from its time, or from what it is translated to
};

}  // namespace limpid::recorder
