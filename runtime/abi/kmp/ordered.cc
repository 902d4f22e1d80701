// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/loop/ordered.h"

#include "abi/kmp/ident.h"
#include "core/team/door.h"

using namespace limpid;
using abi::Ident;

extern "C" {

void __kmpc_ordered(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::begin_ordered(self);
}

void __kmpc_end_ordered(const Ident*, int32_t) {
  core::Thread& self = core::this_thread();
  core::Door door(self);
  core::end_ordered(self);
}
}
