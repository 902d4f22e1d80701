// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __kmpc_threadprivate*: each thread's copies of threadprivate variables.
#include "core/memory/threadprivate.h"

#include "abi/kmp/ident.h"

using namespace limpid;
using abi::Ident;

namespace {

using Function = core::CopyLife::Function;

void* copy_at(void* original, size_t size) {
  return core::copy_of(core::this_thread(), core::threadprivate_at(original, size));
}

}  // namespace

extern "C" {

// The address of the thread's copy of the variable at data.
void* __kmpc_threadprivate(const Ident*, int32_t, void* data, size_t size) {
  return copy_at(data, size);
}

// cache: a pointer of the program that belongs to the variable, zero at first, for a faster search. Its load
// pairs with the store below.
void* __kmpc_threadprivate_cached(const Ident*, int32_t, void* data, size_t size, void*** cache) {
  auto* known = reinterpret_cast<core::Threadprivate*>(__atomic_load_n(cache, __ATOMIC_ACQUIRE));
  if (known == nullptr) [[unlikely]] {
    known = &core::threadprivate_at(data, size);
    // Pairs with the load above, on another thread.
    __atomic_store_n(cache, reinterpret_cast<void**>(known), __ATOMIC_RELEASE);
  }
  return core::copy_of(core::this_thread(), *known);
}

void __kmpc_threadprivate_register(const Ident*, void* data, Function construct, Function copy,
                                   Function destroy) {
  core::register_threadprivate(data, {construct, copy, destroy, false, 0});
}

void __kmpc_threadprivate_register_vec(const Ident*, void* data, Function construct, Function copy,
                                       Function destroy, size_t elements) {
  core::register_threadprivate(data, {construct, copy, destroy, true, elements});
}
}
