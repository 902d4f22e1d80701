// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One region, for the tools of early_tool.cc here and in ../ompt2016, which are in a library that is linked.
#include <atomic>

int main() {
  std::atomic<int> members{0};
#pragma omp parallel num_threads(2)
  ++members;
  return members == 2 ? 0 : 1;
}
