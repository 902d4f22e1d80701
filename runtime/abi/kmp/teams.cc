// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_fork_teams: the teams construct on the host.
#include <stdarg.h>

#include "abi/kmp/clauses.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/microtask.h"
#include "core/data/entry.h"
#include "core/device/league.h"

using namespace limpid;
using abi::Ident;
using abi::Microtask;
using abi::MicrotaskCall;

extern "C" {

// Like __kmpc_fork_call, once per team.
void __kmpc_fork_teams(const Ident*, int32_t count, Microtask code, ...) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  const auto number = static_cast<uintptr_t>(count);
  constexpr size_t kAlignment = alignof(MicrotaskCall) * 8;
  void* const memory = __builtin_alloca_with_align(MicrotaskCall::bytes_for(number), kAlignment);
  auto& call = *static_cast<MicrotaskCall*>(memory);
  call.code = code;
  call.count = number;
  va_list words;
  va_start(words, code);
  for (uintptr_t i = 0; i < number; ++i) call.words[i] = va_arg(words, uintptr_t);
  va_end(words);
  core::League league = abi::t_teams_clauses;
  abi::t_teams_clauses = {};
  league.code = reinterpret_cast<const void*>(code);
  core::run_league(self, league, abi::run_microtask, &call);
}
}
