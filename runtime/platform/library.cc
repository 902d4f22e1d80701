// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/library.h"

#include <dlfcn.h>

namespace limpid::platform {
namespace {

bool same_library(const void* one, const void* other) {
  Dl_info first, second;
  return dladdr(one, &first) != 0 && dladdr(other, &second) != 0 && first.dli_fbase == second.dli_fbase;
}

}  // namespace

void* function_of_process(const char* name) {
  return dlsym(RTLD_DEFAULT, name);
}

// It may come before or after this library where the loader looks.
void* function_beside(const void* neighbour, const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr || !same_library(found, neighbour)) found = dlsym(RTLD_DEFAULT, name);
  return found != nullptr && same_library(found, neighbour) ? found : nullptr;
}

}  // namespace limpid::platform
