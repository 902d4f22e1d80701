// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Switches the calls for debuggers on, in a program that knows nothing of it.
void omp_ompd_enable(void);

__attribute__((constructor)) static void enable(void) {
  omp_ompd_enable();
}
