// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory routines of devices, for the host device, and a tool that registered the older form of the callback.
// env: LIMPID_CHECK_EMI=0
#include <string.h>

#include "check.h"

int main(void) {
  int host = omp_get_initial_device();
  char* memory = (char*)omp_target_alloc(64, host);
  check(memory != NULL, "omp_target_alloc");
  char text[64] = "text";
  check(omp_target_memcpy(memory, text, 5, 0, 0, host, host) == 0, "omp_target_memcpy");
  check(strcmp(memory, "text") == 0, "copy");
  omp_target_free(memory, host);
  return 0;
}
