// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// parallel proc_bind: every policy runs the whole team, and the region sees the policy that the clause asked
// for.
#include <omp.h>

#include "check.h"

static int policy_seen(void) {
  int policy = -1;
#pragma omp single copyprivate(policy)
  policy = (int)omp_get_proc_bind();
  return policy;
}

int main(void) {
  int size = omp_get_max_threads(), count = 0;
#pragma omp parallel proc_bind(primary) reduction(+ : count)
  count += policy_seen() >= 0;
  CHECK_EQ(count, size);
#pragma omp parallel proc_bind(master) reduction(+ : count)
  count += policy_seen() >= 0;
  CHECK_EQ(count, 2 * size);
#pragma omp parallel proc_bind(close) reduction(+ : count)
  count += policy_seen() >= 0;
  CHECK_EQ(count, 3 * size);
#pragma omp parallel proc_bind(spread) reduction(+ : count)
  count += policy_seen() >= 0;
  CHECK_EQ(count, 4 * size);
#pragma omp parallel for proc_bind(spread) schedule(dynamic) reduction(+ : count)
  for (int i = 0; i < 100; i++) count++;
  CHECK_EQ(count, 4 * size + 100);
  return 0;
}
