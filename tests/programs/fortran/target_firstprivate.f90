! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no firstprivate clause on target
! A target region's own copy of a variable.
program target_firstprivate
  implicit none
  integer :: x, seen
  x = 4
  seen = 0
  !$omp target firstprivate(x) map(tofrom: seen)
    seen = x
    x = 0
  !$omp end target
  call check(x == 4 .and. seen == 4, 'firstprivate')
contains
  include 'check.inc'
end program
