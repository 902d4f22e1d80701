// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device behind the driver of driver.c, in the hands of the test. It is found in the process by its name: a
// program that is run without the driver has none of these.
#pragma once

#include "check.h"

#include <dlfcn.h>
#include <stdlib.h>

static inline void* driver_function(const char* name) {
  void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
  void* const found = driver ? dlsym(driver, name) : NULL;
  return found;
}

static inline int driver_count(const char* name, int device) {
  int (*const count)(int) = (int (*)(int))driver_function(name);
  return count ? count(device) : 0;
}

// Kernels that have been launched on the device, and blocks of its memory.
static inline int kernels_launched(int device) {
  return driver_count("gcc_driver_launched", device);
}
static inline int blocks_allocated(int device) {
  return driver_count("gcc_driver_blocks", device);
}

// From now on a kernel goes on until one more may end. Without a call kernels end by themselves.
static inline void let_kernels_end(int count) {
  void (*const let)(int) = (void (*)(int))driver_function("let_kernels_end");
  CHECK(let);
  let(count);
}

static inline int expected_devices(void) {
  const char* const count = getenv("EXPECTED_DEVICES");
  return count ? atoi(count) : 1;
}
