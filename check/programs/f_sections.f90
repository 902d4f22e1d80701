! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Sections of Fortran.
! expect: work_begin:sections = T
! expect: work_end:sections = T
! expect: dispatch:section = 3
program f_sections
  implicit none
  integer :: a, b, c
  a = 0
  b = 0
  c = 0
  !$omp parallel sections
  !$omp section
  a = 1
  !$omp section
  b = 2
  !$omp section
  c = 3
  !$omp end parallel sections
  if (a + b + c /= 6) error stop 'sections'
end program
