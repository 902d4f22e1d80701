// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_atomic_*: for types without atomic instructions, and to merge several reduction variables at once.
#include "abi/omp/critical_entry.h"

using namespace limpid;

extern "C" {

void GOMP_atomic_start() {
  abi::begin_atomic();
}
void GOMP_atomic_end() {
  abi::end_atomic();
}
}
