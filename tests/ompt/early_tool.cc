// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool in a library whose constructor is the first in the process to use OpenMP: it is finished before it
// is destroyed, and called no more from then on.
#include <omp-tools.h>
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

#include <atomic>

namespace {

std::atomic<int> g_regions{0};
std::atomic<bool> g_finalized{false};
std::atomic<bool> g_destroyed{false};

void expect(bool condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "not so: %s\n", what);
  _exit(1);
}

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, unsigned, int, const void*) {
  expect(!g_destroyed, "a region begins before the destruction");
  ++g_regions;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_parallel_begin, reinterpret_cast<ompt_callback_t>(on_parallel_begin));
  return 1;
}

void finalize(ompt_data_t*) {
  expect(!g_destroyed, "finalized before the destruction");
  g_finalized = true;
}

ompt_start_tool_result_t g_result = {initialize, finalize, {}};

struct Library {
  Library() { expect(omp_get_max_threads() > 0, "there may be threads"); }
  ~Library() {
    expect(g_regions == 1, "one region was told");
    expect(g_finalized, "destroyed after the finalizer was called");
    g_destroyed = true;
#pragma omp parallel num_threads(2)
    expect(g_destroyed, "nobody is told of this region");
  }
};

Library g_library;

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  return &g_result;
}
