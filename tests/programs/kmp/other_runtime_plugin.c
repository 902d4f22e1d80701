// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that says it counts devices, too, and comes before the one that has them: another OpenMP runtime,
// as some process may have.
int omp_get_num_devices(void);

int omp_get_num_devices(void) {
  return 77;
}
