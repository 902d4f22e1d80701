! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Loops of Fortran.
! expect: work_begin:loop + work_begin:dynamic = T
! expect: work_end:loop + work_end:dynamic = T
! expect: dispatch_iterations:* = 30
program f_do
  implicit none
  integer :: i, total
  total = 0
  !$omp parallel do schedule(dynamic, 4) reduction(+ : total)
  do i = 1, 30
    total = total + i
  end do
  !$omp end parallel do
  if (total /= 465) error stop 'sum'
end program
