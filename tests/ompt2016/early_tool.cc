// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool of the interface of 2016 in a library whose constructor is the first in the process to use OpenMP:
// it is told of the end before it is destroyed, and called no more from then on.
#include <omp.h>
#include <ompt-2016.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<int> g_regions{0};
std::atomic<bool> g_shut_down{false};
std::atomic<bool> g_destroyed{false};

void expect(bool condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "not so: %s\n", what);
  _exit(1);
}

void on_parallel_begin(ompt_task_id_t, ompt_frame_t*, ompt_parallel_id_t, uint32_t, void*, ompt_invoker_t) {
  expect(!g_destroyed, "a region begins before the destruction");
  ++g_regions;
}

void on_shutdown() {
  expect(!g_destroyed, "shut down before the destruction");
  g_shut_down = true;
}

void initialize(ompt_function_lookup_t lookup, const char*, unsigned) {
  auto set = reinterpret_cast<ompt_set_callback_fn_t>(lookup("ompt_set_callback"));
  set(ompt_event_parallel_begin, reinterpret_cast<ompt_callback_t>(on_parallel_begin));
  set(ompt_event_runtime_shutdown, on_shutdown);
}

struct Library {
  Library() { expect(omp_get_max_threads() > 0, "there may be threads"); }
  ~Library() {
    expect(g_regions == 1, "one region was told");
    expect(g_shut_down, "destroyed after the shutdown was told");
    g_destroyed = true;
#pragma omp parallel num_threads(2)
    expect(g_destroyed, "nobody is told of this region");
  }
};

Library g_library;

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_initialize_fn_t ompt_tool() {
  return initialize;
}
