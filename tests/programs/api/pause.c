// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// omp_pause_resource and omp_pause_resource_all: soft and hard pauses succeed outside of regions, and work
// goes on.
#include <omp.h>

#include "check.h"

static int team(void) {
  int size = 0;
#pragma omp parallel reduction(+ : size)
  size++;
  return size;
}

int main(void) {
  int size = omp_get_max_threads(), host = omp_get_initial_device();
  CHECK_EQ(team(), size);
  CHECK_EQ(omp_pause_resource(omp_pause_soft, host), 0);
  CHECK_EQ(team(), size);
  CHECK_EQ(omp_pause_resource(omp_pause_hard, host), 0);
  CHECK_EQ(team(), size);
  CHECK_EQ(omp_pause_resource_all(omp_pause_soft), 0);
  CHECK_EQ(omp_pause_resource_all(omp_pause_hard), 0);
  CHECK_EQ(team(), size);
  CHECK(omp_pause_resource(omp_pause_soft, host + 7) != 0);
#pragma omp parallel
  CHECK(omp_get_level() == 1);
  return 0;
}
