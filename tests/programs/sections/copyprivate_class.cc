// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// single with private, firstprivate and copyprivate of class objects: assigned, not copied bit by bit.
#include <omp.h>

#include <string>
#include <vector>

#include "check.h"

int main() {
  std::string greeting = "good morning, a string too long to be stored inside";
#pragma omp parallel
  {
    std::vector<std::string> words;
    int number = 0;
    for (int round = 0; round < 20; round++) {
#pragma omp single copyprivate(words, number) firstprivate(greeting)
      {
        greeting += std::to_string(round);
        words.push_back(greeting);
        number = round;
      }
      CHECK_EQ(words.size(), round + 1);
      CHECK(words.back().find(std::to_string(round)) == greeting.size());
      CHECK_EQ(number, round);
      words.back()[0] = static_cast<char>('a' + omp_get_thread_num());  // each has its own
#pragma omp barrier
      CHECK_EQ(words.back()[0], 'a' + omp_get_thread_num());
#pragma omp barrier
    }
  }
  CHECK_EQ(greeting.size(), 51);
  return 0;
}
