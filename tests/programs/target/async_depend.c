// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// not gcc: gcc 12's omp.h has no asynchronous copies
// Asynchronous copies wait for what their depend objects say, and others wait for them.
#include <omp.h>
#include <stdint.h>
#include <string.h>

#include "check.h"

enum { kBytes = 1000 };
static char source[kBytes], middle[kBytes], end[kBytes];

static void chain(void) {
  const int host = omp_get_initial_device();
  omp_depend_t order[2];
#pragma omp depobj(order[0]) depend(in : source)
#pragma omp depobj(order[1]) depend(inout : middle)
#pragma omp task depend(out : source)
  {
    busy(200000);
    memset(source, 'x', kBytes);
  }
  omp_target_memcpy_async(middle, source, kBytes, 0, 0, host, host, 2, order);
#pragma omp task depend(inout : middle)
  {
    busy(200000);
    middle[0] = 'y';
  }
  // One object alone: what lies behind it belongs to nobody.
  omp_target_memcpy_async(end, middle, kBytes, 0, 0, host, host, 1, &order[1]);
#pragma omp taskwait
#pragma omp depobj(order[0]) destroy
#pragma omp depobj(order[1]) destroy
}

// Whatever that is: GCC's objects end in a word that says their kind, from 1 to 5.
static void single_object(uintptr_t behind) {
  struct {
    omp_depend_t object;
    uintptr_t behind;
  } list;
  const int host = omp_get_initial_device();
#pragma omp depobj(list.object) depend(inout : middle)
  list.behind = behind;
#pragma omp task depend(out : middle)
  {
    busy(20000);
    middle[0] = (char)('a' + behind);
  }
  omp_target_memcpy_async(end, middle, kBytes, 0, 0, host, host, 1, &list.object);
#pragma omp taskwait
  CHECK_EQ(end[0], (char)('a' + behind));
#pragma omp depobj(list.object) destroy
}

int main(void) {
#pragma omp parallel
#pragma omp single
  chain();
  CHECK_EQ(middle[0], 'y');
  CHECK_EQ(middle[kBytes - 1], 'x');
  CHECK_EQ(end[0], 'y');
  CHECK_EQ(end[kBytes - 1], 'x');
  CHECK_EQ(omp_target_memcpy_async(end, source, kBytes, 0, 0, omp_get_initial_device(),
                                   omp_get_initial_device(), 0, NULL),
           0);
#pragma omp taskwait
  CHECK_EQ(end[0], 'x');
#pragma omp parallel
#pragma omp single
  for (uintptr_t behind = 0; behind < 8; ++behind) single_object(behind);
  return 0;
}
