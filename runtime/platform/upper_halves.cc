// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out whether the vector registers have upper halves.
#include "platform/upper_halves.h"

namespace limpid::platform {

void find_upper_halves() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  // And that the system saves them. Relaxed: it is the same whenever it is asked.
  g_has_upper_halves.store(__builtin_cpu_supports("avx") != 0, std::memory_order_relaxed);
#endif
}

}  // namespace limpid::platform
