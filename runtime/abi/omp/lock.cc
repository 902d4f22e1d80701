// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lock routines.
// A Fortran program passes its lock variables by reference, as C does: the Fortran names are the same
// functions, except where a hint comes by reference.
#include "abi/omp/lock_entry.h"

using namespace limpid;
using core::Lock;
using core::NestLock;

extern "C" {

void omp_init_lock(Lock* lock) {
  abi::init_lock(*lock, 0);
}
void omp_init_lock_with_hint(Lock* lock, uint32_t hint) {
  abi::init_lock(*lock, hint);
}
void omp_init_lock_with_hint_(Lock* lock, const uint32_t* hint) {
  abi::init_lock(*lock, *hint);
}
void omp_destroy_lock(Lock* lock) {
  abi::destroy_lock(*lock);
}
void omp_set_lock(Lock* lock) {
  abi::set_lock(*lock);
}
void omp_unset_lock(Lock* lock) {
  abi::unset_lock(*lock);
}
int omp_test_lock(Lock* lock) {
  return abi::test_lock(*lock);
}

void omp_init_nest_lock(NestLock* lock) {
  abi::init_lock(*lock, 0);
}
void omp_init_nest_lock_with_hint(NestLock* lock, uint32_t hint) {
  abi::init_lock(*lock, hint);
}
void omp_init_nest_lock_with_hint_(NestLock* lock, const uint32_t* hint) {
  abi::init_lock(*lock, *hint);
}
void omp_destroy_nest_lock(NestLock* lock) {
  abi::destroy_lock(*lock);
}
void omp_set_nest_lock(NestLock* lock) {
  abi::set_lock(*lock);
}
void omp_unset_nest_lock(NestLock* lock) {
  abi::unset_lock(*lock);
}
int omp_test_nest_lock(NestLock* lock) {
  return abi::test_lock(*lock);
}

void omp_init_lock_(Lock* lock) __attribute__((alias("omp_init_lock")));
void omp_destroy_lock_(Lock* lock) __attribute__((alias("omp_destroy_lock")));
void omp_set_lock_(Lock* lock) __attribute__((alias("omp_set_lock")));
void omp_unset_lock_(Lock* lock) __attribute__((alias("omp_unset_lock")));
int omp_test_lock_(Lock* lock) __attribute__((alias("omp_test_lock")));
void omp_init_nest_lock_(NestLock* lock) __attribute__((alias("omp_init_nest_lock")));
void omp_destroy_nest_lock_(NestLock* lock) __attribute__((alias("omp_destroy_nest_lock")));
void omp_set_nest_lock_(NestLock* lock) __attribute__((alias("omp_set_nest_lock")));
void omp_unset_nest_lock_(NestLock* lock) __attribute__((alias("omp_unset_nest_lock")));
int omp_test_nest_lock_(NestLock* lock) __attribute__((alias("omp_test_nest_lock")));
}
