// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tool that OMP_TOOL_LIBRARIES may name: it counts regions, so that its callbacks run.
#include <omp-tools.h>

namespace {

int g_regions = 0;

void on_parallel_begin(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, unsigned, int, const void*) {
  __atomic_fetch_add(&g_regions, 1, __ATOMIC_RELAXED);
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_parallel_begin, reinterpret_cast<ompt_callback_t>(on_parallel_begin));
  return 1;
}

void finalize(ompt_data_t*) {}

ompt_start_tool_result_t g_result = {initialize, finalize, {0}};

}  // namespace

extern "C" __attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned,
                                                                                            const char*) {
  return &g_result;
}
