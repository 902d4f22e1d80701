// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Timing routines (OpenMP 5.1, section 3.10).
#include <time.h>

namespace {

double seconds(const timespec& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

extern "C" {

double omp_get_wtime() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return seconds(now);
}
double omp_get_wtick() {
  timespec resolution;
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return seconds(resolution);
}

double omp_get_wtime_() {
  return omp_get_wtime();
}
double omp_get_wtick_() {
  return omp_get_wtick();
}
}
