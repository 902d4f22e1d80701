! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Nested regions: levels, ancestors, team sizes, ICVs per task.
program nested
  use omp_lib
  implicit none
  integer :: total, me
  call omp_set_max_active_levels(3)
  total = 0
  !$omp parallel num_threads(3) private(me)
    me = omp_get_thread_num()
    call omp_set_num_threads(me + 1)
    !$omp parallel
      call check_eq(int(omp_get_num_threads(), 8), int(me + 1, 8), 'inner size')
      call check_eq(int(omp_get_ancestor_thread_num(1), 8), int(me, 8), 'ancestor')
      call check_eq(int(omp_get_team_size(1), 8), 3_8, 'outer size')
      call check_eq(int(omp_get_level(), 8), 2_8, 'level')
      !$omp atomic
      total = total + 1
    !$omp end parallel
  !$omp end parallel
  call check_eq(int(total, 8), 6_8, 'total')
contains
  include 'check.inc'
end program
