// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "clock.h"

__attribute__((noinline)) double plugin_spin(double seconds) {
  const double end = now() + seconds;
  volatile double x = 0;
  while (now() < end) {
    for (int i = 0; i < 100; i++) x += i;
  }
  return x;
}
