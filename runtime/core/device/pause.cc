// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Releases the calling thread's teams and the pooled workers, outside of regions.
#include "core/device/pause.h"

#include "core/data/root.h"
#include "core/icv/devices.h"
#include "core/team/build.h"
#include "core/team/pool.h"

namespace limpid::core {
namespace {

bool pause_host() {
  Thread& self = this_thread();
  if (self.root == nullptr || self.member != &self.root->member) return false;
  release_teams(self.root->member);
  dismiss_pool();
  reopen_pool();
  return true;
}

}  // namespace

bool pause_device(std::int32_t device) {
  return is_host(device) && pause_host();
}

bool pause_all_devices() {
  return pause_host();
}

}  // namespace limpid::core
