// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interop construct (OpenMP 5.1, section 2.15).
// The host has no foreign runtime: an object that is made for it is omp_interop_none.
#include <stdint.h>

#include "abi/gomp/depend_clause.h"
#include "core/data/entry.h"
#include "core/task/run/wait.h"

using namespace limpid;

namespace {

using Interop = uint64_t;
constexpr Interop kNone = 0;  // omp_interop_none

}  // namespace

extern "C" {

// Everything is done on return, so nowait among the flags changes nothing.
void GOMP_interop(int, int init_count, Interop** init, const int*, const char**, int, Interop*,
                  int destroy_count, Interop** destroy, unsigned, void** depend) {
  core::Thread& self = core::this_thread();
  core::EntryScope entry(self);
  if (depend != nullptr) {
    const abi::DependClause clause(depend);
    core::taskwait_depend(self, clause.list(), clause.count());
  }
  for (int i = 0; i < init_count; ++i) *init[i] = kNone;
  for (int i = 0; i < destroy_count; ++i) *destroy[i] = kNone;
}
}
