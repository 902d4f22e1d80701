// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threads: 2
// Device images in libraries that are opened when there is no image yet, and when the devices are in use; each is on
// the device as long as its library is open.
#include <dlfcn.h>
#include <omp-tools.h>
#include <omp.h>
#include <string.h>

#include "driver.h"
#include "own_tool.h"

enum { kMostModules = 20 };

static int loads, unloads;
static uint64_t modules[kMostModules];  // as they were loaded; 0: unloaded

static void on_load(int device, const char* file, int64_t offset, void* vma, size_t bytes, void* host,
                    void* there, uint64_t module) {
  CHECK(device >= 0 && device < omp_get_num_devices() && file && strstr(file, "libloaded") && module != 0);
  for (int i = 0; i < loads; i++) CHECK(modules[i] != module);
  CHECK(loads < kMostModules);
  modules[loads++] = module;
}

static void on_unload(int device, uint64_t module) {
  int i = 0;
  while (i < loads && modules[i] != module) i++;
  CHECK(i < loads);
  modules[i] = 0;
  unloads++;
}

static void on_device(int device, const char* type, ompt_device_t* handle, ompt_function_lookup_t lookup,
                      const char* documentation) {}

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data) {
  const ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  set(ompt_callback_device_initialize, (ompt_callback_t)on_device);
  set(ompt_callback_device_load, (ompt_callback_t)on_load);
  set(ompt_callback_device_unload, (ompt_callback_t)on_unload);
  return 1;
}

static void finalize(ompt_data_t* data) {
  CHECK_EQ(unloads, loads);
}

typedef int Region(int);

// Beside the program.
static void* open_library(int number, Region** region) {
  char path[4096], name[100];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 100);
  CHECK(length > 0);
  path[length] = '\0';
  snprintf(strrchr(path, '/') + 1, 100, "libloaded_%d.so", number);
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fprintf(stderr, "%s\n", dlerror());
  CHECK(library);
  snprintf(name, sizeof name, "region_%d", number);
  *region = (Region*)dlsym(library, name);
  CHECK(*region);
  return library;
}

static void expect(Region* region, int value, int wanted) {
  const int launched = kernels_launched(0);
  CHECK_EQ(region(value), wanted);
  CHECK_EQ(kernels_launched(0), launched + 1);
}

int main(void) {
  CHECK_EQ(omp_get_num_devices(), 0);  // the program has no image
  Region *first, *second;
  open_library(1, &first);
  CHECK_EQ(omp_get_num_devices(), 1);
  expect(first, 5, 5 + 1 + 2000);
  CHECK_EQ(loads, 1);
  void* const library = open_library(20, &second);
  expect(second, 6, 6 + 20 + 21000);
  expect(first, 7, 7 + 2 + 3000);
  CHECK_EQ(loads, 2);
  dlclose(library);
  CHECK(loads == 2 && unloads == 1 && modules[1] == 0);
  expect(first, 8, 8 + 3 + 4000);
  void* const again = open_library(20, &second);
  expect(second, 9, 9 + 20 + 21000);  // its variables have begun anew
  CHECK_EQ(loads, 3);
  dlclose(again);
  CHECK_EQ(unloads, 2);
  return 0;
}
