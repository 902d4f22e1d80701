// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For a program that brings an OMPT tool of its own: what that does is said in the program's initialize() and
// finalize().
#pragma once

#include <omp-tools.h>

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t* data);
static void finalize(ompt_data_t* data);

__attribute__((visibility("default"))) ompt_start_tool_result_t* ompt_start_tool(unsigned version,
                                                                                 const char* runtime) {
  (void)version, (void)runtime;
  static ompt_start_tool_result_t result = {initialize, finalize, {0}};
  return &result;
}
