// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The place routines agree with each other and with OMP_PLACES.
//
// env: OMP_PLACES={0},{0,1}
// env: OMP_PROC_BIND=close
#include <omp.h>

#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_num_places(), 2);
  CHECK_EQ(omp_get_place_num_procs(0), 1);
  CHECK_EQ(omp_get_place_num_procs(1), 2);
  CHECK_EQ(omp_get_place_num_procs(2), 0);
  CHECK_EQ(omp_get_place_num_procs(-1), 0);
  int ids[4] = {-1, -1, -1, -1};
  omp_get_place_proc_ids(1, ids);
  CHECK((ids[0] == 0 && ids[1] == 1) || (ids[0] == 1 && ids[1] == 0));
  CHECK_EQ(ids[2], -1);
  omp_get_place_proc_ids(7, ids);
  CHECK_EQ(omp_get_proc_bind(), omp_proc_bind_close);
  CHECK_EQ(omp_get_partition_num_places(), 2);
  int partition[2] = {-1, -1};
  omp_get_partition_place_nums(partition);
  CHECK(partition[0] == 0 && partition[1] == 1);
#pragma omp parallel
  {
    int place = omp_get_place_num();
    CHECK(place == 0 || place == 1);
    CHECK(omp_get_partition_num_places() >= 1);
  }
#pragma omp parallel proc_bind(spread) num_threads(2)
  {
    CHECK_EQ(omp_get_partition_num_places(), 1);
    int mine = -1;
    omp_get_partition_place_nums(&mine);
    CHECK_EQ(mine, omp_get_place_num());
    CHECK_EQ(mine, omp_get_thread_num());
  }
  return 0;
}
