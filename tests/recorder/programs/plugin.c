// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "steps.h"

__attribute__((noinline)) double plugin_spin(long rounds) {
  volatile double x = 0;
  for (long i = 0; i < rounds; i++) x += i;
  return x;
}

// Two threads stand here for a step.
__attribute__((noinline)) void plugin_stand(int ms) {
  STEP_TOGETHER(2, ms);
}

__attribute__((constructor)) static void loaded(void) {
  steps_script = steps_find();
}
