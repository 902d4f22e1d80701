// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the runtime gives a thread back to the program, the upper halves of its vector registers are cleared: in use, they
// make code for plain x86-64 slower. Every thread sets them before each construct, which stands for what a processor that has
// halted leaves there, and looks at one afterwards that neither the C library nor this program uses.
//
// env: OMP_NUM_THREADS=2
#include <omp.h>

#include "check.h"

#if defined(__x86_64__)

static int has_upper_halves(void) {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx") != 0;
}

static void use_upper_halves(void) {
  __asm__ volatile("vxorps %%ymm15, %%ymm15, %%ymm15\n\tvcmptrueps %%ymm15, %%ymm15, %%ymm15" ::: "xmm15");
}

static int is_cleared(void) {
  long upper[2];
  __asm__ volatile("vextractf128 $1, %%ymm15, %0" : "=m"(upper));
  return upper[0] == 0 && upper[1] == 0;
}

#else

static int has_upper_halves(void) {
  return 0;
}
static void use_upper_halves(void) {}
static int is_cleared(void) {
  return 1;
}

#endif

static void construct_after_construct(void) {
  use_upper_halves();
#pragma omp parallel
  {
    CHECK(is_cleared());  // the leader's were set
    use_upper_halves();
#pragma omp barrier
    CHECK(is_cleared());
    use_upper_halves();
#pragma omp task
    CHECK(is_cleared());
    use_upper_halves();
#pragma omp taskwait
  }
  CHECK(is_cleared());
}

int main(void) {
  if (!has_upper_halves()) {
    printf("left out: this processor has no AVX\n");
    return 0;
  }
  use_upper_halves();
  CHECK(!is_cleared());  // else this test shows nothing
  for (int round = 0; round < 100; round++) construct_after_construct();
  return 0;
}
