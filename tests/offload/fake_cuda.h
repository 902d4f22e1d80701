// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device behind the driver of fake_cuda.c, in the hands of the test. Each kernel adds one to the int that
// is mapped for its region, all that its region has, and goes on until the test lets it end. A program of GCC that
// is linked with the driver in gcc/ has the same, without streams; there kernels are the regions themselves.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Kernels end in the order of their launches: COUNT more may, and those that are launched have ended when
// this returns.
void let_kernels_end(int count);
int kernels_launched(void);
int kernels_ended(void);

// As many have been on the device, or on all of them, at one time.
int most_kernels_at_once(void);

// What kernels and copies take by the device's own clock from now on, which nobody waits for. It says when one
// begins: when the one before it has ended, and it is submitted.
void set_times(int64_t kernel_ns, int64_t copy_ns);

// Who measures the device, as CUPTI does: it is told of each call that makes the device work, on the calling
// thread, and of what the device has done.
typedef struct {
  int64_t (*now)(void);
  uint32_t (*called)(uint32_t call);  // its number at CUPTI; returns the number of this one
  void (*kernel_done)(uint32_t call, uint32_t device, uint32_t blocks, int64_t start, int64_t end);
  void (*copy_done)(uint32_t call, uint32_t device, size_t bytes, int64_t start, int64_t end);
} Listener;
void set_listener(const Listener* listener);  // null: none
enum { kLaunchCall = 307, kToDeviceCall = 277, kFromDeviceCall = 279, kDeviceToDeviceCall = 281 };

// How often a stream has been asked whether it is done, and how many threads are blocked until one is.
int streams_asked(void);
int threads_blocked(void);
