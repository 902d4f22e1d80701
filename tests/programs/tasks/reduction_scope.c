// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not clang: takes the task modifier on parallel and on worksharing constructs only
// scope with a reduction that tasks take part in.
#include <omp.h>

#include "check.h"

int main(void) {
  int scope = 0;
#pragma omp parallel
  {
#pragma omp scope reduction(task, + : scope)
    {
#pragma omp task in_reduction(+ : scope)
      scope += 7;
    }
    CHECK_EQ(scope, 7 * omp_get_num_threads());
  }
  return 0;
}
