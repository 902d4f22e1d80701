! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Host teams and distribute, target constructs on the host, target data and update.
program teams_target
  use omp_lib
  implicit none
  integer :: marks(400), i, x, added, total
  integer, allocatable :: heap(:)
  marks = 0
  total = 0
  !$omp teams distribute parallel do num_teams(2) reduction(+:total)
  do i = 1, 200
    marks(i) = marks(i) + 1
    total = total + i
  end do
  call check_eq(int(total, 8), 20100_8, 'teams')
  !$omp teams num_teams(3)
    !$omp distribute dist_schedule(static, 5)
    do i = 201, 300
      marks(i) = marks(i) + 1
    end do
  !$omp end teams
  !$omp target teams distribute parallel do map(tofrom: marks)
  do i = 301, 400
    marks(i) = marks(i) + 1
  end do
  call check(all(marks == 1), 'each iteration once')
  allocate (heap(50))
  heap = 1
  added = 4
  !$omp target data map(tofrom: heap)
    !$omp target map(to: added)
      heap(10) = heap(10) + added
    !$omp end target
    !$omp target update from(heap)
    call check_eq(int(heap(10), 8), 5_8, 'target data')
  !$omp end target data
  !$omp target enter data map(to: heap)
  !$omp target map(tofrom: x) nowait
    x = 9
  !$omp end target
  !$omp taskwait
  !$omp target exit data map(from: heap)
  call check(x == 9 .and. sum(heap) == 54, 'target')
contains
  include 'check.inc'
end program
