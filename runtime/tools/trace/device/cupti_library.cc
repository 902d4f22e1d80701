// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for CUPTI and its functions.
#include "tools/trace/device/cupti_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "core/icv/icv.h"
#include "sync/mutex.h"

namespace limpid::tools::trace::cupti {
namespace {

// With the names that loaders look for; CUDA 11 changed the number with each of its versions.
constexpr const char* kNames[] = {"libcupti.so",      "libcupti.so.13",   "libcupti.so.12",
                                  "libcupti.so.11.8", "libcupti.so.11.7", "libcupti.so.11.6",
                                  "libcupti.so.11.5", "libcupti.so.11.4", "libcupti.so.11.3",
                                  "libcupti.so.11.2", "libcupti.so.11.1", "libcupti.so.11.0"};
// CUDA installs it outside of the loader's folders.
constexpr const char* kFolders[] = {"extras/CUPTI/lib64", "lib64", "targets/x86_64-linux/lib"};

void* open_file(const char* name) {
  return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

void* open_below(const char* root) {
  char path[PATH_MAX];
  for (const char* folder : kFolders) {
    const int length = snprintf(path, sizeof path, "%s/%s/libcupti.so", root, folder);
    if (length >= static_cast<int>(sizeof path)) continue;
    if (void* const found = open_file(path)) return found;
  }
  return nullptr;
}

void* open_installed() {
  for (const char* name : kNames)
    if (void* const found = open_file(name)) return found;
  if (const char* const home = secure_getenv("CUDA_HOME"))
    if (void* const found = open_below(home)) return found;
  return open_below("/usr/local/cuda");
}

template <class Function>
bool find(void* file, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(file, name));
  return function != nullptr;
}

// The name of a function that is missing, or null.
const char* find_functions(void* file, Library& library) {
#define LIMPID_FIND(name) \
  if (!find(file, "cupti" #name, library.name)) return "cupti" #name;
  LIMPID_FIND(ActivityRegisterCallbacks)
  LIMPID_FIND(ActivityEnable)
  LIMPID_FIND(ActivityDisable)
  LIMPID_FIND(ActivityFlushAll)
  LIMPID_FIND(ActivityGetNextRecord)
  LIMPID_FIND(Subscribe)
  LIMPID_FIND(Unsubscribe)
  LIMPID_FIND(EnableCallback)
  LIMPID_FIND(GetTimestamp)
#undef LIMPID_FIND
  find(file, "cuptiActivityRegisterTimestampCallback", library.ActivityRegisterTimestampCallback);
  return nullptr;
}

bool open(Library& library) {
  const char* const named = core::global_icvs().cupti;
  void* const file = named != nullptr ? open_file(named) : open_installed();
  if (file == nullptr) {
    if (named != nullptr)
      base::warn("LIMPID_CUPTI=\"%s\": expected CUDA's libcupti.so: %s", named, dlerror());
    return false;
  }
  const char* const missing = find_functions(file, library);
  if (missing == nullptr) return true;
  if (named != nullptr)
    base::warn("LIMPID_CUPTI=\"%s\": expected CUDA's libcupti.so, but it has no %s", named, missing);
  dlclose(file);
  return false;
}

}  // namespace

const Library* library() {
  static constinit sync::Mutex lock{};
  static constinit Library found{};
  static constinit bool searched = false;
  static constinit bool usable = false;
  sync::MutexGuard guard(lock);
  if (!searched) usable = open(found);
  searched = true;
  return usable ? &found : nullptr;
}

}  // namespace limpid::tools::trace::cupti
