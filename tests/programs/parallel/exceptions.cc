// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions thrown and caught inside a region, a loop, a task and a critical section of each thread.
#include <omp.h>

#include <stdexcept>
#include <string>

#include "check.h"

static int attempt(int value) {
  try {
    if (value % 3 == 0) throw std::runtime_error(std::to_string(value));
    return 0;
  } catch (const std::exception& error) {
    return std::stoi(error.what());
  }
}

int main() {
  long sum = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : sum)
  for (int i = 0; i < 300; i++) sum += attempt(i);
  CHECK_EQ(sum, 3 * (99 * 100 / 2));
  int caught = 0;
#pragma omp parallel
  {
    try {
#pragma omp critical
      {
        try {
          throw omp_get_thread_num();
        } catch (int number) {
          CHECK_EQ(number, omp_get_thread_num());
          caught++;
        }
      }
      throw std::string("again");
    } catch (const std::string& text) {
      CHECK_EQ(text.size(), 5);
#pragma omp atomic
      caught++;
    }
  }
  CHECK_EQ(caught, 2 * omp_get_max_threads());
  int in_tasks = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; i++) {
#pragma omp task shared(in_tasks)
    if (attempt(3 * i + 3)) {
#pragma omp atomic
      in_tasks++;
    }
  }
  CHECK_EQ(in_tasks, 30);
  return 0;
}
