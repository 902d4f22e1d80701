! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no depend clause on taskwait
! taskwait depend waits for some of the children.
program waits
  implicit none
  integer :: x, y, i
  x = 0; y = 0
  !$omp parallel
    !$omp single
      do i = 1, 10
        !$omp task depend(inout: x) shared(x)
          x = x + 1
        !$omp end task
      end do
      !$omp task depend(in: x) depend(out: y)
        y = x
      !$omp end task
      !$omp taskwait depend(in: y)
      call check_eq(int(y, 8), 10_8, 'taskwait depend')
    !$omp end single
  !$omp end parallel
contains
  include 'check.inc'
end program
