// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions that debuggers stop in. Each holds its own name, so that no linker folds two of them into
// one.
#include "tools/layout/breakpoints.h"

namespace {

[[gnu::always_inline]] inline void stop_here(const char* name) {
  __asm__ volatile("" : : "r"(name) : "memory");
}

}  // namespace

extern "C" {

#pragma GCC visibility push(default)
[[gnu::noinline]] void ompd_dll_locations_valid() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_parallel_begin() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_parallel_end() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_task_begin() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_task_end() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_thread_begin() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_thread_end() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_device_begin() {
  stop_here(__func__);
}
[[gnu::noinline]] void ompd_bp_device_end() {
  stop_here(__func__);
}
#pragma GCC visibility pop
}
