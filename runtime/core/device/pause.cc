// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Releases the calling thread's teams and the pooled workers, outside of regions.
#include "core/device/pause.h"

#include "core/icv/devices.h"
#include "core/team/idle_workers.h"

namespace limpid::core {
namespace {

bool pause_host() {
  return end_idle_workers(&this_thread());
}

}  // namespace

bool pause_device(std::int32_t device) {
  return is_host(device) && pause_host();
}

bool pause_all_devices() {
  return pause_host();
}

}  // namespace limpid::core
