! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! copyin and copyprivate of whole common blocks.
program copyin_common
  use omp_lib
  implicit none
  integer :: a
  real(8) :: b(3)
  common /block/ b, a
  !$omp threadprivate(/block/)
  a = 5
  b = [1, 2, 3]
  !$omp parallel copyin(/block/)
    call check(a == 5 .and. all(b == [1, 2, 3]), 'copyin')
    !$omp barrier
    !$omp single
      a = 42
      b(2) = 8
    !$omp end single copyprivate(/block/)
    call check(a == 42 .and. b(2) == 8, 'copyprivate')
  !$omp end parallel
contains
  include 'check.inc'
end program
