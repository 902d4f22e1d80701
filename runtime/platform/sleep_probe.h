// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects a thread that stays asleep.
#pragma once

#include <stdint.h>

namespace limpid::platform {

// Whether a thread of this process stays asleep in one and the same wait, as far as /proc shows.
class SleepProbe {
 public:
  // thread: its native_thread_id(). True if it is asleep and has been since the call before.
  bool still_asleep(uint64_t thread);

 private:
  // How often the thread had gone to sleep at the last call; UINT64_MAX: it was awake.
  uint64_t switches_ = UINT64_MAX;
};

}  // namespace limpid::platform
