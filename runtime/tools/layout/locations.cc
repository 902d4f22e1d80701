// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the debugger's libraries: beside this library, wherever that was loaded from.
#include "tools/layout/locations.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/layout/breakpoints.h"

extern "C" {

// OMPD 2.0, section 2 and OpenMP 5.1, 5.2.2: null until the vector behind it is complete.
[[gnu::visibility("default")]] const char** ompd_dll_locations = nullptr;
}

namespace limpid::tools::layout {
namespace {

constexpr const char* kLibraries[] = {"libompd.so", "libompd2.so"};
constexpr int kCount = sizeof kLibraries / sizeof *kLibraries;

constinit char g_paths[kCount][PATH_MAX + 16];
constinit const char* g_vector[kCount + 1];

// Writes directory/name. False if that is too long.
bool join(char (&path)[PATH_MAX + 16], const char* directory, const char* name) {
  const size_t length = strlen(directory);
  const size_t rest = strlen(name);
  if (length + 1 + rest >= sizeof path) return false;
  memcpy(path, directory, length);
  path[length] = '/';
  memcpy(path + length + 1, name, rest + 1);
  return true;
}

// Cuts the file's name off. False if there is no folder in front of it.
bool keep_directory(char* path) {
  char* slash = strrchr(path, '/');
  if (slash == nullptr) return false;
  *slash = '\0';
  return true;
}

bool holds_library(const char* directory) {
  char path[PATH_MAX + 16];
  return join(path, directory, kLibraries[0]) && access(path, R_OK) == 0;
}

// Absolute. The folder of the real file if the libraries are there, else the folder in which this library was
// found.
bool find_directory(char (&directory)[PATH_MAX]) {
  Dl_info info;
  if (dladdr(&ompd_dll_locations, &info) == 0 || info.dli_fname == nullptr) return false;
  if (realpath(info.dli_fname, directory) == nullptr || !keep_directory(directory)) return false;
  if (holds_library(directory)) return true;
  char literal[PATH_MAX];
  const size_t length = strlen(info.dli_fname);
  if (length >= sizeof literal) return true;
  memcpy(literal, info.dli_fname, length + 1);
  char beside[PATH_MAX];
  if (keep_directory(literal) && realpath(literal, beside) != nullptr && holds_library(beside))
    memcpy(directory, beside, strlen(beside) + 1);
  return true;
}

}  // namespace

void publish_locations() {
  if (ompd_dll_locations != nullptr) return;
  char directory[PATH_MAX];
  int count = 0;
  if (find_directory(directory)) {
    for (int i = 0; i < kCount; ++i) {
      if (join(g_paths[count], directory, kLibraries[i])) {
        g_vector[count] = g_paths[count];
        ++count;
      }
    }
  }
  // Last, so that its reader, a debugger, finds a complete vector.
  __atomic_store_n(&ompd_dll_locations, &g_vector[0], __ATOMIC_RELEASE);
  ompd_dll_locations_valid();
}

}  // namespace limpid::tools::layout
