// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An OMPT tool that registers every callback and does nothing in any of them: what then remains is the
// runtime's own part of an event. Preloaded, so that the kernels find it by name (kernels/tool_link.h).
//
//   LIMPID_BENCH_COUNT=1    callbacks are counted, for the number of events of an operation; not for timing
#include <omp-tools.h>
#include <stdlib.h>

#include <atomic>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

std::atomic<long> g_events{0};
ompt_get_state_t g_get_state = nullptr;
ompt_get_task_info_t g_get_task_info = nullptr;

// Callbacks differ in their parameters; one that uses none of them can stand for all.
void nothing() {}
void count() {
  g_events.fetch_add(1, std::memory_order_relaxed);
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  constexpr int kLastCallback = 39;  // ompt_callback_error, the last of OpenMP 5.1
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  g_get_state = reinterpret_cast<ompt_get_state_t>(lookup("ompt_get_state"));
  g_get_task_info = reinterpret_cast<ompt_get_task_info_t>(lookup("ompt_get_task_info"));
  const auto callback = reinterpret_cast<ompt_callback_t>(getenv("LIMPID_BENCH_COUNT") ? count : nothing);
  for (int which = 1; which <= kLastCallback; ++which)
    set_callback(static_cast<ompt_callbacks_t>(which), callback);
  return 1;
}

void finalize(ompt_data_t*) {}

}  // namespace

EXPORTED ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t result = {initialize, finalize, ompt_data_none};
  return &result;
}

EXPORTED long limpid_bench_tool_events() {
  return g_events.load(std::memory_order_relaxed);
}

EXPORTED int limpid_bench_tool_get_state() {
  ompt_wait_id_t wait_id = 0;
  return g_get_state(&wait_id);
}

EXPORTED int limpid_bench_tool_get_task_info() {
  int type = 0, thread = 0;
  ompt_data_t *task = nullptr, *parallel = nullptr;
  ompt_frame_t* frame = nullptr;
  return g_get_task_info(0, &type, &task, &frame, &parallel, &thread);
}
