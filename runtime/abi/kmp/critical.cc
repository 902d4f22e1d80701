// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/lock/critical.h"

#include "abi/kmp/ident.h"
#include "core/lock/lock_word.h"
#include "core/lock/mutex_events.h"
#include "core/team/door.h"

// Entries that need not wait, while nobody listens, are over in a few instructions: they go without a door.
using namespace limpid;
using abi::Ident;

namespace {

// 32 zero bytes that all objects of the program share under the name of the critical section.
using Name = void* [4];

core::LockWord& lock_of(Name* name) {
  return core::named_critical(*name);
}

}  // namespace

extern "C" {

void __kmpc_critical(const Ident*, int32_t, Name* name) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && lock_of(name).try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::begin_critical(self, lock_of(name));
}

// Every lock here is one word that adapts to its use: the hint is only told to tools.
void __kmpc_critical_with_hint(const Ident*, int32_t, Name* name, uint32_t hint) {
  core::Thread& self = core::this_thread();
  if (!core::mutexes_observed() && lock_of(name).try_take(self)) [[likely]]
    return;
  core::Door door(self);
  core::begin_critical(self, lock_of(name), hint);
}

void __kmpc_end_critical(const Ident*, int32_t, Name* name) {
  if (!core::mutexes_observed()) [[likely]] {
    lock_of(name).release();
    return;
  }
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_critical(self, lock_of(name));
}
}
