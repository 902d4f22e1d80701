// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inquiries of the program about its thread and team, which change neither.
#include "abi/kmp/thread_number.h"

#include "abi/kmp/ident.h"
#include "core/data/team.h"
#include "core/team/registry.h"

using namespace limpid;
using abi::Ident;

extern "C" {

int32_t __kmpc_global_thread_num(const Ident*) {
  return abi::global_number(core::this_thread());
}

int32_t __kmpc_global_num_threads(const Ident*) {
  core::this_thread();
  return static_cast<int32_t>(core::live_threads());
}

int32_t __kmpc_bound_thread_num(const Ident*) {
  return static_cast<int32_t>(core::this_thread().index);
}

int32_t __kmpc_bound_num_threads(const Ident*) {
  return static_cast<int32_t>(core::this_thread().team_size);
}

int32_t __kmpc_in_parallel(const Ident*) {
  return core::this_thread().team->nesting.active_level > 0;
}

// Left from compilers that announced the program's begin and end, and asked before each region.
void __kmpc_begin(const Ident*, int32_t) {
  core::this_thread();
}

void __kmpc_end(const Ident*) {}

int32_t __kmpc_ok_to_fork(const Ident*) {
  return 1;
}
}
