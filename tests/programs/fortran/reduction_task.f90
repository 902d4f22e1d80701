! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no task modifier on reduction
! A reduction of a parallel region that tasks take part in.
program reduction_task
  use omp_lib
  implicit none
  integer :: total
  total = 0
  !$omp parallel reduction(task, +:total)
    !$omp task in_reduction(+:total)
      total = total + 5
    !$omp end task
  !$omp end parallel
  call check_eq(int(total, 8), 5_8 * omp_get_max_threads(), 'reduction(task)')
contains
  include 'check.inc'
end program
