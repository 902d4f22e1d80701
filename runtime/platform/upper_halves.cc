// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out whether the vector registers have upper halves.
#include "platform/upper_halves.h"

namespace limpid::platform {

void find_upper_halves() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  g_has_upper_halves = __builtin_cpu_supports("avx") != 0;  // and that the system saves them
#endif
}

}  // namespace limpid::platform
