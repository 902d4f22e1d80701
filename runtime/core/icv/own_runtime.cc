// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds which compiler's runtime the program was linked with.
#include "core/icv/own_runtime.h"

#include "platform/needed_library.h"

namespace limpid::core {

OwnRuntime find_own_runtime() {
  static constexpr const char* kNames[] = {"libgomp.so.1", "libomp.so.5", "libiomp5.so", "libomp.so"};
  return platform::first_needed(kNames, sizeof kNames / sizeof kNames[0]) > 0 ? OwnRuntime::kLlvm
                                                                              : OwnRuntime::kGcc;
}

}  // namespace limpid::core
