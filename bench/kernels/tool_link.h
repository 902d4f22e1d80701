// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What bench/tool offers when it is preloaded; null otherwise.
#pragma once

extern "C" {
// Callbacks so far, if the tool counts.
__attribute__((weak)) long limpid_bench_tool_events();
// ompt_get_state and ompt_get_task_info(0) of the calling thread.
__attribute__((weak)) int limpid_bench_tool_get_state();
__attribute__((weak)) int limpid_bench_tool_get_task_info();
}
