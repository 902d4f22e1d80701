// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device memory routines, on the initial device: alloc, copy, rectangles, presence, association.
//
// grammar: idle no construct, so no thread has an event
#include <omp.h>
#include <stdint.h>

#include "check.h"

int main(void) {
  int host = omp_get_initial_device();
  CHECK_EQ(host, omp_get_num_devices());
  CHECK_EQ(omp_get_device_num(), host);
  CHECK(omp_is_initial_device());
  int* memory = omp_target_alloc(100 * sizeof(int), host);
  CHECK(memory);
  CHECK(omp_target_is_present(memory, host));
  CHECK(omp_target_alloc(100, host + 5) == NULL);
  int source[100], back[100];
  for (int i = 0; i < 100; i++) source[i] = i, back[i] = -1;
  CHECK_EQ(omp_target_memcpy(memory, source, sizeof source, 0, 0, host, host), 0);
  CHECK_EQ(omp_target_memcpy(back, memory, 10 * sizeof(int), 5 * sizeof(int), 20 * sizeof(int), host, host),
           0);
  CHECK(back[4] == -1 && back[5] == 20 && back[14] == 29 && back[15] == -1);
  CHECK(omp_target_memcpy(memory, source, 4, 0, 0, host + 5, host) != 0);
  // A 3 by 4 part of a 10 by 10 matrix, from row 2, column 5 to row 6, column 1.
  size_t volume[2] = {3, 4}, to[2] = {6, 1}, from[2] = {2, 5}, shape[2] = {10, 10};
  for (int i = 0; i < 100; i++) back[i] = -1;
  CHECK_EQ(omp_target_memcpy_rect(back, source, sizeof(int), 2, volume, to, from, shape, shape, host, host),
           0);
  for (int row = 0; row < 10; row++)
    for (int column = 0; column < 10; column++) {
      int inside = row >= 6 && row < 9 && column >= 1 && column < 5;
      CHECK_EQ(back[row * 10 + column], inside ? (row - 4) * 10 + column + 4 : -1);
    }
  CHECK(omp_target_memcpy_rect(NULL, NULL, 1, 1, NULL, NULL, NULL, NULL, NULL, host, host) >=
        3);  // most dimensions
  CHECK(omp_target_associate_ptr(source, memory, 4, 0, host) != 0);
  CHECK(omp_target_disassociate_ptr(source, host) != 0);
  omp_target_free(memory, host);
  omp_target_free(NULL, host);
  return 0;
}
