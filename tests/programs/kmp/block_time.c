// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the routines of LLVM's library
// env: OMP_WAIT_POLICY=active
// kmp_get_blocktime under an active wait policy: without end, until the program says otherwise.
#include <limits.h>
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQ(kmp_get_blocktime(), INT_MAX);
  kmp_set_blocktime(7);
  CHECK_EQ(kmp_get_blocktime(), 7);
  kmp_set_library_throughput();
  CHECK_EQ(kmp_get_blocktime(), INT_MAX);  // as the environment has it
  return 0;
}
