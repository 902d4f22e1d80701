// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a driver that is loaded already; opens none.
#include "tools/trace/device/cuda_driver.h"

#include <dlfcn.h>

#include <initializer_list>

namespace limpid::tools::trace {

int count_multiprocessors(uint32_t ordinal) {
  constexpr int kMultiprocessors = 16;  // the attribute's number
  for (const char* name : {"libcuda.so.1", "libcuda.so"}) {
    void* const driver = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
    if (driver == nullptr) continue;
    const auto ask = reinterpret_cast<int (*)(int*, int, int)>(dlsym(driver, "cuDeviceGetAttribute"));
    int count = 0;
    const bool answered = ask != nullptr && ask(&count, kMultiprocessors, static_cast<int>(ordinal)) == 0;
    dlclose(driver);
    if (answered) return count;
  }
  return 0;
}

}  // namespace limpid::tools::trace
