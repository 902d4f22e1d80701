// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ordered with dependences between iterations.
// expect: dependences:source = 10
// expect: dependences:sink >= 1
#include "check.h"

int main(void) {
  int values[11] = {0};
#pragma omp parallel for ordered(1) schedule(dynamic)
  for (int i = 1; i <= 10; ++i) {
#pragma omp ordered depend(sink : i - 1)
    values[i] = values[i - 1] + 1;
#pragma omp ordered depend(source)
  }
  check(values[10] == 10, "doacross");
  return 0;
}
