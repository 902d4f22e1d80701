// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_critical*: the critical construct.
#include "abi/kmp/ident.h"
#include "abi/omp/critical_entry.h"

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
  abi::begin_critical(lock_of(name));
}
void __kmpc_critical_with_hint(const Ident*, int32_t, Name* name, uint32_t hint) {
  abi::begin_critical(lock_of(name), hint);
}
void __kmpc_end_critical(const Ident*, int32_t, Name* name) {
  abi::end_critical(lock_of(name));
}
}
