// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GOMP_critical_*: critical constructs, unnamed and named.
#include "abi/omp/critical_entry.h"

using namespace limpid;

extern "C" {

void GOMP_critical_start() {
  abi::begin_critical(core::g_unnamed_critical.word);
}
void GOMP_critical_end() {
  abi::end_critical(core::g_unnamed_critical.word);
}

void GOMP_critical_name_start(void** cell) {
  abi::begin_critical(core::named_critical(cell));
}
void GOMP_critical_name_end(void** cell) {
  abi::end_critical(core::named_critical(cell));
}
}
