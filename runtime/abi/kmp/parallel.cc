// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_fork_call and its variants: the parallel construct.
#include <stdarg.h>

#include "abi/kmp/clauses.h"
#include "abi/kmp/ident.h"
#include "abi/kmp/microtask.h"
#include "core/data/entry.h"
#include "core/team/region.h"

using namespace limpid;
using abi::Ident;
using abi::Microtask;
using abi::MicrotaskCall;

namespace {

constexpr size_t kSmallCall = 256;  // bytes

core::Region region_of(MicrotaskCall& call) {
  core::Region region;
  region.body = abi::run_microtask;
  region.data = &call;
  region.data_bytes = static_cast<uint32_t>(call.bytes());
  region.code = reinterpret_cast<const void*>(call.code);
  abi::t_parallel_clauses.apply_to(region);
  return region;
}

core::Region serialized_region() {
  core::Region region;
  abi::t_parallel_clauses = {};
  region.num_threads = 1;
  return region;
}

void fill_call(MicrotaskCall& call, Microtask code, uintptr_t count, va_list& words) {
  call.code = code;
  call.count = count;
  for (uintptr_t i = 0; i < count; ++i) call.words[i] = va_arg(words, uintptr_t);
}

// Any number of words, on the stack of the thread that waits for the region's end.
[[gnu::noinline]] void fork_large_call(core::Thread& self, Microtask code, uintptr_t count, va_list& words) {
  constexpr size_t kAlignment = alignof(MicrotaskCall) * 8;
  void* const memory = __builtin_alloca_with_align(MicrotaskCall::bytes_for(count), kAlignment);
  auto& call = *static_cast<MicrotaskCall*>(memory);
  fill_call(call, code, count, words);
  core::parallel(self, region_of(call));
}

}  // namespace

extern "C" {

// count words follow, for the function's arguments behind the two numbers.
void __kmpc_fork_call(const Ident*, int32_t count, Microtask code, ...) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  va_list words;
  va_start(words, code);
  const auto number = static_cast<uintptr_t>(count);
  if (MicrotaskCall::bytes_for(number) <= kSmallCall) [[likely]] {
    alignas(MicrotaskCall) char memory[kSmallCall];
    auto& call = *reinterpret_cast<MicrotaskCall*>(memory);
    fill_call(call, code, number, words);
    core::parallel(self, region_of(call));
  } else {
    fork_large_call(self, code, number, words);
  }
  va_end(words);
}

// The if clause; the function takes at most one word.
void __kmpc_fork_call_if(const Ident*, int32_t, Microtask code, int32_t condition, void* word) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  alignas(MicrotaskCall) char memory[MicrotaskCall::bytes_for(1)];
  auto& call = *reinterpret_cast<MicrotaskCall*>(memory);
  call.code = code;
  call.count = 1;
  call.words[0] = reinterpret_cast<uintptr_t>(word);
  core::Region region = region_of(call);
  if (condition == 0) region.num_threads = 1;
  core::parallel(self, region);
}

// A region that the program runs itself, between these two calls.
void __kmpc_serialized_parallel(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::note_entry(self);
  core::begin_parallel(self, serialized_region());
}

void __kmpc_end_serialized_parallel(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  self.return_address = __builtin_extract_return_addr(__builtin_return_address(0));
  core::end_parallel(self);
}
}
