// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: needs the entries that LLVM's compilers call
// env: OMP_THREAD_LIMIT=3
// exit: 1
// stderr: num_threads(strict: 7) asks for more threads than there are, 3
// num_threads(strict: n) where there are fewer threads: a warning lets the region run with what there is, an
// error ends the program.
#include <omp.h>
#include <stdint.h>

#include "check.h"

void __kmpc_push_num_threads_strict(const void*, int32_t, int32_t, int32_t, const char*);
int32_t __kmpc_global_thread_num(const void*);

enum { kWarning = 1, kFatal = 2 };

int main(void) {
  const int32_t self = __kmpc_global_thread_num(NULL);
  int ran = 0;
  __kmpc_push_num_threads_strict(NULL, self, 5, kWarning, "five are too many");
#pragma omp parallel reduction(+ : ran)
  ran++;
  CHECK_EQ(ran, 3);
  __kmpc_push_num_threads_strict(NULL, self, 2, kFatal, NULL);
#pragma omp parallel reduction(+ : ran)
  ran++;
  CHECK_EQ(ran, 5);
  __kmpc_push_num_threads_strict(NULL, self, 7, kFatal, NULL);
#pragma omp parallel
  _exit(0);  // the wrong status
  return 0;
}
