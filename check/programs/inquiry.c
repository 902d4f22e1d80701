// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime tells the tool is what it tells the program.
// env: OMP_PLACES=threads
#include "../tool/told.h"
#include "check.h"

int main(void) {
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  sum += 1;
  tell(told_num_procs, omp_get_num_procs());
  tell(told_num_devices, omp_get_num_devices());
  tell(told_num_places, omp_get_num_places());
#pragma omp parallel proc_bind(close)
  {
    tell(told_place_num, omp_get_place_num());
    tell(told_partition_size, omp_get_partition_num_places());
  }
  return 0;
}
