// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry points of older compilers: GOMP_target, GOMP_target_data, GOMP_target_update, GOMP_teams.
#include <omp.h>
#include <stdint.h>

#include "check.h"

void GOMP_target(int device, void (*fn)(void*), const void* unused, size_t count, void** addresses,
                 size_t* sizes, unsigned char* kinds);
void GOMP_target_data(int device, const void* unused, size_t count, void** addresses, size_t* sizes,
                      unsigned char* kinds);
void GOMP_target_end_data(void);
void GOMP_target_update(int device, const void* unused, size_t count, void** addresses, size_t* sizes,
                        unsigned char* kinds);
void GOMP_teams(unsigned teams, unsigned limit);

static void body(void* data) {
  void** addresses = data;
  GOMP_teams(1, 0);
  *(int*)addresses[0] += 2;
  *(double*)addresses[1] *= 2;
}

int main(void) {
  int number = 40;
  double real = 1.5;
  void* addresses[2] = {&number, &real};
  size_t sizes[2] = {sizeof number, sizeof real};
  unsigned char kinds[2] = {(2 << 3) | 3,
                            (3 << 3) | 3};  // tofrom, with the alignment above the low three bits
  GOMP_target(-1, body, NULL, 2, addresses, sizes, kinds);
  CHECK_EQ(number, 42);
  CHECK(real == 3);
  GOMP_target_data(-1, NULL, 2, addresses, sizes, kinds);
  GOMP_target_update(-1, NULL, 2, addresses, sizes, kinds);
  GOMP_target_end_data();
  CHECK_EQ(number, 42);
  return 0;
}
