// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic constructs whose operation is a function of the program, by the size of the object.
#include "abi/kmp/atomic/place.h"
#include "abi/kmp/ident.h"

using namespace limpid;
using abi::Ident;

namespace {

// The program's operation: *result = *left op *right. `result` may be `left`.
using Operation = void (*)(void* result, void* left, void* right);

template <size_t kSize>
[[gnu::always_inline]] inline void apply(void* place, void* value, Operation operation) {
  if constexpr (abi::kHasWord<kSize>) {
    using Word = typename abi::WordOf<kSize>::Type;
    if (abi::is_lock_free<kSize>(place)) [[likely]] {
      abi::change(static_cast<Word*>(place), [=](Word before) {
        Word after;
        operation(&after, &before, value);
        return after;
      });
      return;
    }
  }
  abi::AtomicSection section;
  operation(place, place, value);
}

}  // namespace

extern "C" {

void __kmpc_atomic_1(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<1>(place, value, operation);
}
void __kmpc_atomic_2(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<2>(place, value, operation);
}
void __kmpc_atomic_4(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<4>(place, value, operation);
}
void __kmpc_atomic_8(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<8>(place, value, operation);
}
void __kmpc_atomic_10(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<10>(place, value, operation);
}
void __kmpc_atomic_16(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<16>(place, value, operation);
}
void __kmpc_atomic_20(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<20>(place, value, operation);
}
void __kmpc_atomic_32(const Ident*, int32_t, void* place, void* value, Operation operation) {
  apply<32>(place, value, operation);
}
}
