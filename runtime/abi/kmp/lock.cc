// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock routines with a source location, as Intel's compilers call them.
// `lock` is the program's omp_lock_t or omp_nest_lock_t: the same objects that the omp_ routines work on.
#include "abi/kmp/ident.h"
#include "abi/omp/lock_entry.h"

using namespace limpid;
using abi::Ident;
using core::Lock;
using core::NestLock;

extern "C" {

void __kmpc_init_lock(const Ident*, int32_t, Lock* lock) {
  abi::init_lock(*lock, 0);
}
void __kmpc_init_lock_with_hint(const Ident*, int32_t, Lock* lock, uintptr_t hint) {
  abi::init_lock(*lock, static_cast<uint32_t>(hint));
}
void __kmpc_destroy_lock(const Ident*, int32_t, Lock* lock) {
  abi::destroy_lock(*lock);
}
void __kmpc_set_lock(const Ident*, int32_t, Lock* lock) {
  abi::set_lock(*lock);
}
void __kmpc_unset_lock(const Ident*, int32_t, Lock* lock) {
  abi::unset_lock(*lock);
}
int __kmpc_test_lock(const Ident*, int32_t, Lock* lock) {
  return abi::test_lock(*lock);
}

void __kmpc_init_nest_lock(const Ident*, int32_t, NestLock* lock) {
  abi::init_lock(*lock, 0);
}
void __kmpc_init_nest_lock_with_hint(const Ident*, int32_t, NestLock* lock, uintptr_t hint) {
  abi::init_lock(*lock, static_cast<uint32_t>(hint));
}
void __kmpc_destroy_nest_lock(const Ident*, int32_t, NestLock* lock) {
  abi::destroy_lock(*lock);
}
void __kmpc_set_nest_lock(const Ident*, int32_t, NestLock* lock) {
  abi::set_lock(*lock);
}
void __kmpc_unset_nest_lock(const Ident*, int32_t, NestLock* lock) {
  abi::unset_lock(*lock);
}
int __kmpc_test_nest_lock(const Ident*, int32_t, NestLock* lock) {
  return abi::test_lock(*lock);
}
}
