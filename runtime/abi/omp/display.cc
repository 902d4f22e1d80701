// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_display_env (OpenMP 5.1, section 3.15).
#include <stdint.h>

#include "core/data/thread.h"
#include "core/icv/display_env.h"

using namespace limpid;

extern "C" {

void omp_display_env(int verbose) {
  core::this_thread();
  core::display_environment(verbose != 0);
}

void omp_display_env_(const int32_t* verbose) {
  omp_display_env(*verbose != 0);
}
void omp_display_env_8_(const int64_t* verbose) {
  omp_display_env(*verbose != 0);
}
}
