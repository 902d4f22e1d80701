! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no error directive
! error at(execution) with a Fortran message, which has no terminating zero.
!
! threads: 2
! stderr: a warning of twenty-nine char
program error_directive
  implicit none
  character(:), allocatable :: text
  text = 'a warning of twenty-nine chars and more that stays'
  !$omp error at(execution) severity(warning) message(text(1:29))
  !$omp parallel
  !$omp end parallel
end program
