// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions for the collector of early_collector.cc; their workers are there when the process ends.
#include <omp.h>

int main() {
  int members = 0;
  for (int round = 0; round < 3; ++round) {
#pragma omp parallel num_threads(4) reduction(+ : members)
    ++members;
  }
  return members == 12 ? 0 : 1;
}
