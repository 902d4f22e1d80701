// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routines that OpenMP 5.1 and 5.2 added after GCC 12.
//
// libgomp: has them from GCC 13 on.
#include <dlfcn.h>
#include <omp.h>

#include "check.h"

int main(void) {
  int (*in_task)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "omp_in_explicit_task");
  void* (*mapped)(const void*, int) = (void* (*)(const void*, int))dlsym(RTLD_DEFAULT, "omp_get_mapped_ptr");
  int (*accessible)(const void*, size_t, int) =
      (int (*)(const void*, size_t, int))dlsym(RTLD_DEFAULT, "omp_target_is_accessible");
  CHECK(in_task && mapped && accessible);
  CHECK(!in_task());
#pragma omp parallel
  {
    CHECK(!in_task());
#pragma omp task
    {
      CHECK(in_task());
      CHECK(!omp_in_final());
    }
#pragma omp task if (0)
    CHECK(in_task());
#pragma omp taskwait
    CHECK(!in_task());
  }
  int here = 0;
  CHECK(mapped(&here, omp_get_initial_device()) == &here);
  CHECK(mapped(&here, omp_get_initial_device() + 3) == NULL);
  CHECK(accessible(&here, sizeof here, omp_get_initial_device()));
  return 0;
}
