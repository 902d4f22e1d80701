! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! not flang: has no ordered depend
! ordered blocks in iteration order, and doacross loops in one and two dimensions.
program ordered_doacross
  use omp_lib
  implicit none
  integer :: next, i, j, grid(0:12, 0:8), done(0:60)
  next = 1
  !$omp parallel do ordered schedule(dynamic)
  do i = 1, 50
    !$omp ordered
    call check_eq(int(next, 8), int(i, 8), 'next')
    next = next + 1
    !$omp end ordered
  end do
  done = 0
  !$omp parallel do ordered(1) schedule(static, 2)
  do i = 1, 60
    !$omp ordered depend(sink: i - 1)
    call check(i == 1 .or. done(i - 1) == 1, 'sink')
    done(i) = 1
    !$omp ordered depend(source)
  end do
  grid = 0
  !$omp parallel do ordered(2) schedule(dynamic)
  do i = 1, 12
    do j = 1, 8
      !$omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
      grid(i, j) = 1 + max(grid(i - 1, j), grid(i, j - 1))
      !$omp ordered depend(source)
    end do
  end do
  call check_eq(int(grid(12, 8), 8), 19_8, 'wavefront')
contains
  include 'check.inc'
end program
