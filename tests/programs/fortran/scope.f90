! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no scope construct
! scope with a reduction.
program scopes
  use omp_lib
  implicit none
  integer :: total
  total = 0
  !$omp parallel
    !$omp scope reduction(+:total)
      total = total + 1
    !$omp end scope
    call check_eq(int(total, 8), int(omp_get_num_threads(), 8), 'scope')
  !$omp end parallel
contains
  include 'check.inc'
end program
