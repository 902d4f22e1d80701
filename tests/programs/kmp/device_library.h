// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device library such as programs with offloading bring along, made for tests: device_library_plugin.so.
// Its devices do nothing; how long they take for it the test decides.
#pragma once

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"

enum { kDevices = 2, kMostInVain = 5 };

// What a target region has the device do.
typedef struct Operation {
  atomic_int done;      // set by the test
  atomic_int launches;  // how often the region was run
  atomic_int landed;    // the library knows that it is done
  atomic_int asked;     // somebody asks about it now
} Operation;

typedef void Launch(Operation* operation);
typedef int TimesInVain(void);
typedef int PinnedRanges(const void* begin, size_t bytes);  // with these bytes; null: all

// In the region: the operation is left under way if the runtime lets a task do that, else waited for.
static Launch* launch;
// How often the calling thread has asked in vain, less what successes forgave; above kMostInVain it blocks.
static TimesInVain* times_in_vain;

static inline void* load_beside_program(const char* name) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 40);
  CHECK(length > 0);
  path[length] = 0;
  strcpy(strrchr(path, '/') + 1, name);
  void* library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  return library;
}

static inline void* load_device_library(void) {
  load_beside_program("other_runtime_plugin.so");
  void* library = load_beside_program("device_library_plugin.so");
  *(void**)&launch = dlsym(library, "launch_operation");
  *(void**)&times_in_vain = dlsym(library, "times_in_vain");
  CHECK(launch && times_in_vain);
  return library;
}
