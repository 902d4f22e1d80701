// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdint.h>

namespace limpid::platform {

// Whether a thread of this process stays asleep in one and the same wait, as far as the system tells.
class SleepProbe {
 public:
  // thread: its native_thread_id(). True if it is asleep and has been since the call before.
  bool still_asleep(uint64_t thread);

 private:
  uint64_t switches_ =
      UINT64_MAX;  // how often it went to sleep, until the last call; UINT64_MAX: it was awake
};

}  // namespace limpid::platform
