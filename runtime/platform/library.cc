// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds exported functions by the dynamic loader.
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

namespace {

// From a library that is already loaded, by its file name.
void* function_of_file(const char* file, const char* name) {
  void* const library = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* const found = dlsym(library, name);
  dlclose(library);
  return found;
}

}  // namespace

// In the loader's search order the neighbour's library may come before or after this one, and other runtimes
// may come between.
void* function_beside(const void* neighbour, const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found == nullptr || !same_library(found, neighbour)) found = dlsym(RTLD_DEFAULT, name);
  Dl_info info;
  if ((found == nullptr || !same_library(found, neighbour)) && dladdr(neighbour, &info) != 0)
    found = function_of_file(info.dli_fname, name);
  return found != nullptr && same_library(found, neighbour) ? found : nullptr;
}

}  // namespace limpid::platform
