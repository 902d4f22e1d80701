// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_single and __kmpc_copyprivate*: the single construct.
#include "core/loop/single.h"

#include <stddef.h>

#include "abi/kmp/ident.h"
#include "core/barrier/barrier.h"
#include "core/data/entry.h"

using namespace limpid;
using abi::Ident;

namespace {

constexpr events::SyncKind kItsBarrier = events::SyncKind::barrier_implicit_workshare;

// The address of the executor's value, for a thread that copies it. Null for the executor, whose value it is,
// and when there is none.
void* exchange(core::Thread& self, void* value, bool executed) {
  if (executed) {
    core::publish_copy(self, value);
    core::order_for_observers(self);
    return nullptr;
  }
  void* const source = core::await_copy(self);
  if (source != nullptr) core::order_for_observers(self);
  return source;
}

}  // namespace

extern "C" {

int32_t __kmpc_single(const Ident*, int32_t) {
  return core::with_observers([]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    return core::take_single<A>(self);
  });
}

void __kmpc_end_single(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  core::end_single(self);
}

// Called after single by every thread; executed: the thread was its executor. Contains the construct's
// barrier, which keeps the data alive until all have copied. The size is not reliable and not needed.
void __kmpc_copyprivate(const Ident*, int32_t, size_t, void* data, void (*copy)(void* to, void* from),
                        int32_t executed) {
  core::with_observers([=]<class A>(core::Thread & self, A) __attribute__((always_inline)) {
    core::EntryScope entry(self);
    if (void* const source = exchange(self, data, executed != 0); source != nullptr) copy(data, source);
    core::barrier<A>(self, kItsBarrier);
  });
}

// The caller copies the value itself, and then calls a barrier. data: of the executor; null for the others.
void* __kmpc_copyprivate_light(const Ident*, int32_t, void* data) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  void* const source = exchange(self, data, data != nullptr);
  return data != nullptr ? data : source;
}
}
