// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clocks.h"

#include "unwind/x86_64.h"

namespace limpid::recorder {

uint64_t read_clock(clockid_t clock) {
  timespec t;
  if (clock_gettime(clock, &t) != 0) return 0;
  return static_cast<uint64_t>(t.tv_sec) * kSecond + static_cast<uint64_t>(t.tv_nsec);
}

bool cycles_measure_time() {
  return unwind::cycles_are_steady();
}

}  // namespace limpid::recorder
