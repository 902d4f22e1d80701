// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds exported functions by the dynamic loader.
#include "platform/library.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <string.h>

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

struct NamedFile {
  const char* begin;
  const char* path;
};

int match_name(dl_phdr_info* object, size_t, void* data) {
  auto& file = *static_cast<NamedFile*>(data);
  const char* const slash = strrchr(object->dlpi_name, '/');
  const char* const name = slash != nullptr ? slash + 1 : object->dlpi_name;
  if (strncmp(name, file.begin, strlen(file.begin)) != 0) return 0;
  file.path = object->dlpi_name;
  return 1;
}

}  // namespace

void* versioned_function_of_process(const char* name, const char* version) {
  return dlvsym(RTLD_DEFAULT, name, version);
}

// A library that was loaded for itself does not stand in the loader's order.
void* function_behind(const char* name, const char* version, const char* file) {
  if (void* const found = dlvsym(RTLD_NEXT, name, version)) return found;
  NamedFile wanted{file, nullptr};
  if (dl_iterate_phdr(match_name, &wanted) == 0) return nullptr;
  void* const library = dlopen(wanted.path, RTLD_LAZY | RTLD_NOLOAD);
  if (library == nullptr) return nullptr;
  void* const found = dlvsym(library, name, version);
  dlclose(library);
  return found;
}

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
